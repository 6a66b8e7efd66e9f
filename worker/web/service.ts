/** The service itself: its health, and the OpenAPI document. */
import { version } from "../../package.json";
import { entityTag } from "../cache/stored-response.ts";
import type { Health } from "../contract/health.ts";
import { ADDRESSES } from "./addresses.ts";
import { noneMatch } from "./http/send.ts";
import { siteResponse } from "./pages.ts";
import type { RequestContext } from "./request-context.ts";

/** `/healthz`, for monitors and load balancers: 200 while an origin responds, else 503. Never stored. */
export async function health(_request: Request, context: RequestContext): Promise<Response> {
  const { status, ...parts } = await context.services().health(context);
  const body: Health = { status, version, ...parts };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, {
    status: status === "down" ? 503 : 200,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "no-store",
    },
  });
}

/** `/v1/openapi.json`: a file of the build, served by the Worker so that any site may read it. */
export async function openapi(request: Request, context: RequestContext): Promise<Response> {
  const file = await siteResponse(new Request(new URL(ADDRESSES.openapi.path, context.url)), context, null);
  if (file.status !== 200) throw new Error(`The document has status ${file.status}.`);
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
