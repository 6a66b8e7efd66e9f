import { describe, expect, test } from "vitest";
import { createSource, oncePerContext } from "../../worker/source/source.ts";

const identity = { name: "a source", source: "a-source", traits: { creditsHeedLanguage: false } };
const CREDITS = { id: 7, lang: "en" } as const;

function sourceWithCredits() {
  const connections: string[] = [];
  const source = createSource({
    ...identity,
    functions: {
      async credits(_query, connection: string) {
        connections.push(connection);
        return { value: null };
      },
    },
    run: (context: { readonly name: string }, work) => work(`for ${context.name}`),
  });
  return { source, connections };
}

describe("createSource()", () => {
  test("offers the capabilities that it has a function for", () => {
    const { source } = sourceWithCredits();
    expect([source.offers("credits"), source.offers("search")]).toEqual([true, false]);
  });

  test("calls the function with the request's connection", async () => {
    const { source, connections } = sourceWithCredits();
    expect(await source.load({ name: "a caller" }, "credits", CREDITS)).toEqual({ value: null });
    expect(connections).toEqual(["for a caller"]);
  });

  test("rejects with not-offered when there is no function", async () => {
    const loading = sourceWithCredits().source.load({ name: "a caller" }, "title", CREDITS);
    await expect(loading).rejects.toMatchObject({ type: "not-offered", status: 501 });
  });
});

describe("oncePerContext()", () => {
  test("opens one connection per request", () => {
    let opened = 0;
    const connect = oncePerContext(() => ++opened);
    const [one, other] = [{}, {}];
    expect([connect(one), connect(one), connect(other)]).toEqual([1, 1, 2]);
  });
});
