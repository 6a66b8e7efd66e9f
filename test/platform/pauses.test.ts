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

/** Words that the second catalog has before each role. */
const NEW = "formerly ";
const ROLE = /"(?:character|job)":"/g;

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

  /** Sends seven requests at once. Returns their statuses with the cache statuses, and their bodies. */
  async function askSeven(address: string): Promise<readonly (readonly [status: string, body: string])[]> {
    const init = { headers: { Authorization: `Bearer ${KEY}` } };
    const asked = Array.from({ length: 7 }, () =>
      deployment.here.fetch(new Request(HOST + address, init), clock.now()),
    );
    const replies = (await Promise.all(asked)).map(async (response) => {
      const status = `${response.status} ${response.headers.get("Cache-Status")}`;
      return [status, await response.text()] as const;
    });
    await deployment.here.settle();
    return await Promise.all(replies);
  }
  const askStatuses = async (address: string) => (await askSeven(address)).map(([status]) => status);

  test.each(Object.keys(KINDS).map((kind, at) => [kind, at] as const))(
    "are not served a removed title or person: %s",
    async (kind, at) => {
      const [film = 0, person = 0] = FILMS[at] ?? [];
      const address = await redirected(KINDS[kind]?.(film, person) ?? "");
      await askSeven(address);
      expect(await askStatuses(address)).toEqual(Array(7).fill("200 marquee; hit"));
      await deployment.remove(film);
      clock.pass(600);
      for (const status of await askStatuses(address)) expect(status).toMatch(/^(?:404|410) /);
    },
  );

  test("are not served the previous catalog as a fresh response", async () => {
    const [film] = FILMS.at(-1) ?? [];
    const address = await redirected(`/title/${film}/any-name-1999/credits`);
    await askSeven(address);
    expect(await askStatuses(address)).toEqual(Array(7).fill("200 marquee; hit"));
    const source = starterSource();
    const credits = [...source.credits()].map(
      ([id, json]) => [id, json.replaceAll(ROLE, `$&${NEW}`)] as const,
    );
    await deployment.load({ ...source, credits: () => credits });
    clock.pass(600);
    const replies = await askSeven(address);
    // Once the page is rebuilt, which may be before the last of the requests, it is fresh.
    const fresh = replies.filter(([status]) => status === "200 marquee; hit");
    for (const [, body] of fresh) expect(body).toContain(NEW);
    expect(fresh.length).toBeLessThan(replies.length);
  });
});
