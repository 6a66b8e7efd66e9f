/** The OpenAPI document, generated at build time. */
import { OPENAPI } from "../../../worker/reference/document.ts";

export const prerender = true;

export function GET(): Response {
  return new Response(JSON.stringify(OPENAPI), { headers: { "Content-Type": "application/json" } });
}
