/** `/healthz`, for monitors and load balancers: 200 while there is an origin that answers, else 503. */
import { version } from "../../package.json";
import type { Health } from "../contract/health.ts";
import type { Visit } from "./visit.ts";

export async function health(_request: Request, visit: Visit): Promise<Response> {
  const { status, origin, catalog } = await visit.services().health();
  const body: Health = { status, version, origin, catalog };
  return Response.json(body, {
    status: status === "down" ? 503 : 200,
    headers: { "Cache-Control": "no-store" },
  });
}
