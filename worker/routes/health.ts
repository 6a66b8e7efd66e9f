/** `/healthz`, for monitors and load balancers: 200 while there is an origin that answers, else 503. */
import { version } from "../../package.json";
import type { Health } from "../contract/health.ts";
import type { Visit } from "./visit.ts";

export async function health(_request: Request, visit: Visit): Promise<Response> {
  const { status, origin, catalog } = await visit.services().health();
  const body: Health = { status, version, origin, catalog };
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
