/** Several titles by their ids: `/v1/titles?ids=`. Each is an entry of its own in the cache, shared with every other use of it. */
import * as v from "valibot";
import { compose } from "../cache/compose.ts";
import type { Answer } from "../cache/resource.ts";
import { MAX_TITLES, parseTitles, type TitlesQuery } from "../contract/people-query.ts";
import type { Origin } from "../origins/origin.ts";
import { concurrencyLimit } from "./concurrency.ts";
import { credits } from "./credits.ts";
import { APPEND, type Documentation, LANG } from "./documentation.ts";
import example from "./examples/titles.json" with { type: "json" };
import type { Call, Operation } from "./operation.ts";
import { titleBatch } from "./title-batch.ts";
import { countedTitle, NO_SUCH_TITLE, withCredits } from "./titles.ts";

/** Below the six connections that the platform opens for a request (workers/platform/limits): none waits in its queue. */
const CONCURRENT_LOADS = 4;
/** A hundred loads of 0.4 seconds, four at a time. */
const LOADING_MS = 10_000;

export const titlesOperation: Operation = {
  name: "titles",
  missing: NO_SUCH_TITLE,

  async answer({ values, ask, now }) {
    const { hasCredits, ...query } = parseTitles(values);
    return { answer: await askTitles({ ask, now }, query, hasCredits), lang: query.lang, headers: {} };
  },
};

/** One that cannot be had is no reason to say that there is no such title: the whole answer is the problem then. */
async function askTitles(
  { ask, now }: Pick<Call, "ask" | "now">,
  query: TitlesQuery,
  hasCredits: boolean,
): Promise<Answer> {
  const batch = titleBatch(query);
  const limit = concurrencyLimit({ concurrency: CONCURRENT_LOADS, withinMs: LOADING_MS, now });
  const concurrency = (origin: Origin) => (origin.titles === undefined ? limit : undefined);
  const one = { ...countedTitle, load: batch.load, concurrency };
  const creditsOfOne = { ...credits, concurrency };
  function askOne(id: number) {
    const { lang } = query;
    const record = ask(one, { id, lang }).finally(() => batch.settle(id));
    const people = hasCredits ? ask(creditsOfOne, { category: "credits", id, lang }) : null;
    return withCredits(record, people);
  }
  const titles = await Promise.all(query.ids.map(askOne));
  const failed = titles.find((title) => title.kind === "failed");
  if (failed !== undefined) return failed;
  const served = titles.flatMap((title) => (title.kind === "failed" ? [] : title));
  const json = `[${served.map((title) => title.json ?? "null").join(",")}]`;
  return await compose(
    served.flatMap(({ parts }) => parts),
    json,
  );
}

export const documentation: Documentation = {
  name: titlesOperation.name,
  summary: "Get several titles by their ids",
  description: `Up to ${MAX_TITLES} titles in the order of the ids; null for unknown ids. Only cache misses count towards the rate limit.`,
  parameters: {
    ids: {
      schema: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,49}$/)),
      description: `Ids of 1 to ${MAX_TITLES} different titles, separated by commas.`,
      example: "123,48",
      isRequired: true,
    },
    append: APPEND,
    lang: LANG,
  },
  answer: "TitlesAnswer",
  examples: {
    titles: {
      summary: "Two ids, one unknown",
      request: "GET /v1/titles?ids=123,9007199254740991",
      value: example,
    },
  },
};
