import type { AstroGlobal } from "astro";
import type { Problem } from "../../../worker/contract/problem.ts";

/** Renders the page that explains a problem in place of the requested page. */
export async function explain(astro: AstroGlobal, problem: Problem): Promise<Response> {
  astro.locals.problem = problem;
  return await astro.rewrite("/problem");
}
