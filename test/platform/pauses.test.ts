/**
 * Tests that the first requests after a pause get no removed title or person, even where the CDN cache stores nothing
 * and so nobody reads the log meanwhile.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { HOST, startClock } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const KEY = "a-key-of-this-test";
const clock = startClock();

const MODES = {
  "with ACCESS=keyed": {
    ACCESS: "keyed",
    TMDB_API: "keyed",
    CLIENT_KEYS: createHash("sha256").update(KEY).digest("hex"),
  },
  "without SITE_URL": {},
  "with SITE_URL": { SITE_URL: HOST },
};

const KINDS: Record<string, (title: number, person: number) => string> = {
  "a record": (title) => `/v1/titles/${title}`,
  credits: (title) => `/v1/?id=${title}`,
  "a page": (title) => `/title/${title}/any-name-1999/credits`,
  "a person": (_, person) => `/v1/people/${person}`,
  "a person's page": (_, person) => `/person/${person}/any-name`,
};

/** Films of the starter catalog, each with a person who is in no other title and so is removed with it. */
function* filmsWithPeople(): Generator<readonly [film: number, person: number]> {
  const starter = starterSource();
  const films = new Set(
    [...starter.entries()].flatMap(({ record: { id, type } }) => (type === "movie" ? id : [])),
  );
  const credits = [...starter.credits()].map(
    ([id, json]) =>
      [id, new Set([...json.matchAll(/"id":(\d+)/g)].map(([, person]) => Number(person)))] as const,
  );
  for (const [film, people] of credits) {
    const others = credits.filter(([id]) => id !== film);
    const sole = [...people].find((person) => !others.some(([, theirs]) => theirs.has(person)));
    if (films.has(film) && sole !== undefined) yield [film, sole];
  }
}

const FILMS = [...filmsWithPeople()];

describe.each(Object.entries(MODES))("first requests after a pause %s", (_, settings) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment({ settings, catalog: true });
  });
  afterAll(() => deployment.stop());

  /** Returns the URL of a page, whose name is in the URL to which any other name redirects. */
  async function redirected(address: string): Promise<string> {
    const { headers } = await deployment.here.fetch(new Request(HOST + address), clock.now());
    return headers.get("Location") ?? address;
  }

  /** Sends seven requests at once. Returns their statuses and cache statuses. */
  async function askSeven(address: string): Promise<readonly string[]> {
    const init = { headers: { Authorization: `Bearer ${KEY}` } };
    const asked = Array.from({ length: 7 }, () =>
      deployment.here.fetch(new Request(HOST + address, init), clock.now()),
    );
    const responses = await Promise.all(asked);
    await deployment.here.settle();
    return responses.map(({ status, headers }) => `${status} ${headers.get("Cache-Status")}`);
  }

  test.each(Object.keys(KINDS).map((kind, at) => [kind, at] as const))(
    "are not served a removed title or person: %s",
    async (kind, at) => {
      const [film = 0, person = 0] = FILMS[at] ?? [];
      const address = await redirected(KINDS[kind]?.(film, person) ?? "");
      await askSeven(address);
      expect(await askSeven(address)).toEqual(Array(7).fill("200 marquee; hit"));
      await deployment.remove(film);
      clock.pass(600);
      for (const status of await askSeven(address)) expect(status).toMatch(/^(?:404|410) /);
    },
  );

  test("are not served the previous catalog as a fresh response", async () => {
    const [film] = FILMS.at(-1) ?? [];
    const address = await redirected(`/title/${film}/any-name-1999/credits`);
    await askSeven(address);
    expect(await askSeven(address)).toEqual(Array(7).fill("200 marquee; hit"));
    await deployment.load(starterSource());
    clock.pass(600);
    for (const status of await askSeven(address)) expect(status).not.toBe("200 marquee; hit");
  });
});
