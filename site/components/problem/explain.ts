import type { AstroGlobal } from "astro";
import type { Problem } from "../../../worker/contract/problem.ts";

/** The page that explains the problem, in place of the one that was asked for. */
export async function explain(astro: AstroGlobal, problem: Problem): Promise<Response> {
  astro.locals.problem = problem;
  return await astro.rewrite("/problem");
}
