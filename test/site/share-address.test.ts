/** A title has one card in each language, at one address, tagged and kept like the title's page; a person has one card. */
import { describe, expect, inject, test } from "vitest";

const PERSON = "/person/2386/akira-kurosawa";
const PERSON_CARD = "/share/person/2386/akira-kurosawa.png";
const CARD = "/share/34/12-angry-men-1957.png";

function get(path: string): Promise<Response> {
  return fetch(`${inject("target")}${path}`, { redirect: "manual" });
}

describe("a card", () => {
  test.each([
    ["other words", "/share/34/anything.png"],
    ["another case", "/share/34/12-Angry-Men-1957.png"],
    ["a query", `${CARD}?v=2`],
    ["the words of another language", "/share/34/12-hommes-en-colere-1957.png"],
  ])("asked for with %s leads to its one address for good", async (_, path) => {
    const response = await get(path);
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe(CARD);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("in another language has an address of its own", async () => {
    expect((await get("/fr/share/34/12-hommes-en-colere-1957.png")).status).toBe(200);
    const response = await get("/fr/share/34/12-angry-men-1957.png");
    expect(response.headers.get("Location")).toBe("/fr/share/34/12-hommes-en-colere-1957.png");
  });

  test("carries the tags that a purge of its title names", async () => {
    const tags = (await get(CARD)).headers.get("Cache-Tag")?.split(",");
    expect(tags).toEqual(expect.arrayContaining(["page", "title-34"]));
  });

  test("is drawn once, and kept by browsers and in front as long as its title's page", async () => {
    await get(CARD);
    const { headers } = await get(CARD);
    expect(headers.get("Cache-Status")).toBe("marquee; hit");
    const page = (await get("/title/34/12-angry-men-1957")).headers;
    for (const name of ["Cache-Control", "CDN-Cache-Control"]) {
      expect(headers.get(name), name).toBe(page.get(name));
    }
  });

  test("of a title that there is not is not found", async () => {
    expect((await get("/share/999999/no-such-film.png")).status).toBe(404);
  });
});

describe("a person's card", () => {
  test("is the image of the person's page in every language", async () => {
    for (const page of [PERSON, `/ar${PERSON}`]) {
      const html = await (await get(page)).text();
      expect(html).toContain(`<meta property="og:image" content="${inject("target")}${PERSON_CARD}">`);
    }
    const card = await get(PERSON_CARD);
    expect(card.status).toBe(200);
    expect(card.headers.get("Content-Type")).toBe("image/png");
    expect(card.headers.get("Cache-Tag")?.split(",")).toEqual(
      expect.arrayContaining(["page", "person-2386"]),
    );
  });

  test.each(["/share/person/2386/anything.png", `${PERSON_CARD}?v=2`])(
    "asked for at %s leads to its one address for good",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(308);
      expect(response.headers.get("Location")).toBe(PERSON_CARD);
    },
  );

  test("of a person that there is not is not found", async () => {
    expect((await get("/share/person/999999999/nobody.png")).status).toBe(404);
    expect((await get("/share/person/x/nobody.png")).status).toBe(400);
  });
});
