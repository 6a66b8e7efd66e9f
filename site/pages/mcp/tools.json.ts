/** The descriptions of the tools of `/mcp`, generated at build time. */
import { TOOL_DESCRIPTIONS } from "../../../worker/reference/tools.ts";

export const prerender = true;

export function GET(): Response {
  return new Response(JSON.stringify(TOOL_DESCRIPTIONS), { headers: { "Content-Type": "application/json" } });
}
