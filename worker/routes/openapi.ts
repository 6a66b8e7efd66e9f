/** `/v1/openapi.json`: a file of the build, served by the Worker so that any site may read it. */
import { entityTag } from "../edge/entity-tag.ts";
import { noneMatch } from "../http/conditional.ts";
import { siteResponse } from "./pages.ts";
import type { Visit } from "./visit.ts";

export async function openapi(request: Request, visit: Visit): Promise<Response> {
  const file = await siteResponse(new Request(visit.url), visit, null);
  const body = new Uint8Array(await file.arrayBuffer());
  const tag = await entityTag(body);
  const headers = new Headers({
    "Content-Type": "application/json",
    "Cache-Control": "public, max-age=300",
    ETag: tag,
  });
  if (!noneMatch(request, tag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body, { headers });
}
