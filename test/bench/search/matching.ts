/**
 * Names of files made from the titles: how many are matched with the title that they were made from, whether the
 * confidence is what it says, and how many calls of D1 a name takes.
 */
import { join } from "node:path";
import { yearAround } from "../../../worker/contract/filter.ts";
import type { Reading } from "../../../worker/contract/matching.ts";
import { type Choice, choose } from "../../../worker/match/choose.ts";
import { readName } from "../../../worker/match/name.ts";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import type { Origin } from "../../../worker/origins/origin.ts";
import { type BenchData, sourceOf } from "./data.ts";
import { loadInto, withCatalog } from "./database.ts";
import { table } from "./figures.ts";
import { type ReleaseName, releaseNames } from "./release-names.ts";

const NAMES = 5_000;

interface Outcome extends ReleaseName, Choice {
  readonly roundTrips: number;
}

/** `folder`: where the catalog is stored. */
export async function benchMatching(data: BenchData, folder: string): Promise<void> {
  const names = releaseNames(data.entries, NAMES);
  const outcomes = await withCatalog(join(folder, "matching"), async (catalog, { database, meter }) => {
    await loadInto(catalog, sourceOf(data));
    const origin = catalogOrigin(database);
    const made: Outcome[] = [];
    for (const name of names) {
      meter.reset();
      const choice = await matched(name.name, origin);
      made.push({ ...name, ...choice, roundTrips: meter.roundTrips });
    }
    return made;
  });
  console.log(`\n${names.length} names made from ${data.entries.length} titles: ${data.name}.`);
  const kinds = [...Map.groupBy(outcomes, ({ kind }) => kind)];
  table(
    ["made from", "names", "right", "wrong", "none"],
    [...kinds, ["all", outcomes] as const].map(summary),
  );
  console.log("\nThe likeliest title, by its confidence:");
  table(["confidence", "names", "right"], calibration(outcomes));
  const roundTrips = Math.max(...outcomes.map((outcome) => outcome.roundTrips));
  console.log(`\nAt most ${roundTrips} calls of D1 a name.`);
}

async function matched(name: string, { loadAll }: Origin): Promise<Choice> {
  const { readings } = readName(name);
  const searched = readings.filter(({ title }) => title !== "");
  const results = (await loadAll?.(searched.map(searchFor))) ?? [];
  return choose(
    readings[0],
    searched.map((reading, at) => {
      const result = results[at];
      if (result?.status !== "fulfilled") throw new Error(`The search for ${reading.title} failed.`);
      const { json, about } = result.value;
      const standing = about?.standing ?? [];
      const candidates = JSON.parse(json ?? "[]").map((record: object, place: number) => ({
        record,
        known: standing[place]?.[0] ?? null,
        isNamed: standing[place]?.[1] ?? false,
      }));
      return { reading, candidates };
    }),
  );
}

function searchFor({ title: text, year, type: kind }: Reading) {
  const years = year === null ? null : yearAround(Number(year));
  const rest = { lang: "en", paging: null, includeAdult: false } as const;
  return {
    capability: "search",
    query: { category: "search", text, filter: { kind, years }, ...rest },
  } as const;
}

const share = (some: number, all: number) => `${((100 * some) / all).toFixed(2)} %`;

function summary([kind, outcomes]: readonly [string, readonly Outcome[]]): string[] {
  const right = outcomes.filter(({ id, match }) => match?.title.id === id).length;
  const none = outcomes.filter(({ match }) => match === null).length;
  const counts = [right, outcomes.length - right - none, none].map((count) => share(count, outcomes.length));
  return [kind, String(outcomes.length), ...counts];
}

const BOUNDS = [0.98, 0.95, 0.9, 0.7, 0.5, 0];

function calibration(outcomes: readonly Outcome[]): string[][] {
  const best = outcomes.flatMap(({ id, match, others: [other] }) => {
    const title = match ?? other;
    return title === undefined ? [] : [{ confidence: title.confidence, isRight: title.title.id === id }];
  });
  return BOUNDS.map((from, at) => {
    const within = best.filter(({ confidence }) => confidence >= from && confidence < (BOUNDS[at - 1] ?? 2));
    const right = within.filter(({ isRight }) => isRight).length;
    return [`from ${from}`, String(within.length), within.length === 0 ? "" : share(right, within.length)];
  });
}
