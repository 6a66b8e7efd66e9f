/** The service itself: its health, and the OpenAPI document. */
import { version } from "../../package.json";
import { neverStale } from "../cache/freshness.ts";
import { entityTag } from "../cache/stored-response.ts";
import type { Health } from "../contract/health.ts";
import { ADDRESSES } from "./addresses.ts";
import { send } from "./http/send.ts";
import { siteResponse } from "./pages.ts";
import type { RequestContext } from "./request-context.ts";

/** `/healthz`, for monitors and load balancers: 200 while an origin responds, else 503. Never stored. */
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

/** Seconds. */
const DOCUMENT_LIFETIME = 300;

/** `/v1/openapi.json`: a file of the build, served by the Worker so that any site may read it. */
export async function openapi(request: Request, context: RequestContext): Promise<Response> {
  const file = await siteResponse(new Request(new URL(ADDRESSES.openapi.path, context.url)), context, null);
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
