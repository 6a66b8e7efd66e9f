/** The explanation of a problem as JSON. */
import { PROBLEM_TYPES, PROBLEMS, type ProblemType } from "../../../worker/contract/problem.ts";

export const prerender = true;

export function getStaticPaths() {
  return PROBLEM_TYPES.map((type) => ({ params: { type }, props: { type } }));
}

export function GET({ props: { type } }: { props: { type: ProblemType } }): Response {
  return Response.json({ type, ...PROBLEMS[type] });
}
