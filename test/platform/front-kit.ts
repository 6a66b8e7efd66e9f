/** A front for a test: its Worker answers by a script, on a clock of its own. */
import { type FrontOptions, frontCache } from "./front.ts";

export type Script = (request: Request, run: number) => Response | Promise<Response>;

export function setUp(script: Script, options: Partial<FrontOptions> = {}) {
  let seconds = 1_000;
  const seen: Request[] = [];
  const front = frontCache({
    async run(request) {
      seen.push(request);
      return await script(request, seen.length);
    },
    now: () => seconds * 1_000,
    age: "restarts",
    ...options,
  });
  async function ask(path = "/", init: RequestInit = {}, host = "a.example") {
    const response = await front.fetch(new Request(`https://${host}${path}`, init));
    const { status, headers } = response;
    return { status, headers, cacheStatus: headers.get("Cf-Cache-Status"), body: await response.text() };
  }
  return {
    front,
    ask,
    seen,
    pass: (passed: number) => {
      seconds += passed;
    },
  };
}

/** Answers with the number of the run, so that a test sees which run an answer is from. */
export const saying =
  (cacheControl: string, headers: Record<string, string> = {}): Script =>
  (_, run) =>
    new Response(String(run), { headers: { "Cache-Control": cacheControl, ...headers } });

/** As `saying`, but every run after the first fails. */
export const failingAfter =
  (cacheControl: string, headers: Record<string, string> = {}): Script =>
  (request, run) =>
    run === 1 ? saying(cacheControl, headers)(request, run) : new Response("failed", { status: 503 });
