/** Serves the health check and the OpenAPI document. */
import { version } from "../../package.json";
import { neverStale } from "../cache/freshness.ts";
import { entityTag } from "../cache/stored-response.ts";
import type { Health } from "../contract/health.ts";
import { ADDRESSES } from "./addresses.ts";
import { send } from "./http/send.ts";
import { renderSite } from "./pages.ts";
import type { RequestContext } from "./request-context.ts";

/** Responds to `/healthz` with 200 if a source works, and otherwise with 503. */
export async function health(request: Request, context: RequestContext): Promise<Response> {
  const { status, ...parts } = await context.services().health(context);
  const body: Health = { status, version, ...parts };
  return send(request, {
    type: "application/json",
    body: new TextEncoder().encode(JSON.stringify(body)),
    status: status === "down" ? 503 : 200,
    freshness: null,
  });
}

/** The lifetime of the OpenAPI document in seconds. */
const DOCUMENT_LIFETIME = 300;

/** Serves `/v1/openapi.json`, which is a file from the build. Only the Worker can add CORS headers to it. */
export async function openapi(request: Request, context: RequestContext): Promise<Response> {
  const file = await renderSite(new Request(new URL(ADDRESSES.openapi.path, context.url)), context, null);
  if (file.status !== 200) throw new Error(`The document has status ${file.status}.`);
  const body = new Uint8Array(await file.arrayBuffer());
  return send(request, {
    type: "application/json",
    body,
    entityTag: await entityTag(body),
    freshness: {
      remaining: neverStale(DOCUMENT_LIFETIME),
      browserSeconds: DOCUMENT_LIFETIME,
      cdnSeconds: DOCUMENT_LIFETIME,
    },
  });
}
