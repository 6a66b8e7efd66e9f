/** The drawn cards of titles, people and seasons for link previews. */
import type { APIRoute } from "astro";
import { Problem } from "../../../../../worker/contract/problem.ts";
import { describeCard } from "../../../../components/cards/describe-card.ts";

export const GET: APIRoute = async ({ locals, params }) => {
  const { services } = locals;
  const text = await describeCard(locals, params.of ?? "", params.id ?? "");
  if (text instanceof Problem) return services.problem(text);
  // The outlines of letters are loaded with the first card.
  const { drawCard } = await import("../../../../components/cards/draw-card.ts");
  return new Response(await drawCard(text), { headers: { "Content-Type": "image/png" } });
};
