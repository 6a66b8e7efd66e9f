/** Calls every tool of `/mcp` on the built Worker with the official client, in both forms of the protocol. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, inject, test } from "vitest";
import { TOOLS } from "../../worker/resources/tools.ts";
import { MAX_RESULT } from "../../worker/web/mcp/size.ts";

const TARGET = inject("target");
const MCP = new URL("/mcp", TARGET);

const clients: Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

async function connect(mode: "legacy" | "auto"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(MCP));
  return client;
}

const CALLS: Readonly<Record<keyof typeof TOOLS, Record<string, unknown>>> = {
  search_titles: { q: "seven samurai" },
  get_title: { id: 34, append: ["credits", "details", "series", "external_ids", "votes"] },
  get_person: { name: "tarkovsky" },
  discover_titles: { genre: "drama", sort: "rating", limit: 3 },
  find_by_id: { source: "imdb", id: "tt0050083" },
  match_file_name: { name: "Seven.Samurai.1954.1080p.mkv" },
  get_season: { id: 143, season: 1 },
  similar_titles: { id: 34 },
};

describe.each([
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
] as const)("/mcp with the official client, mode %s", async (mode, version) => {
  const client = await connect(mode);

  test(`agrees on ${version}`, () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
  });

  test("lists at most eight read-only tools", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(TOOLS).toSorted());
    expect(tools.length).toBeLessThanOrEqual(8);
    for (const { annotations, outputSchema, description = "" } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(outputSchema?.type).toBe("object");
      expect(description).toContain("Example: {");
    }
  });

  // After listTools(), the client compares structured content with the tool's schema.
  test.each(Object.entries(CALLS))("calls %s, whose result matches its schema", async (name, args) => {
    await client.listTools();
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    expect(isError, JSON.stringify(content)).toBeFalsy();
    expect(structuredContent).toBeDefined();
    const [text] = content;
    const words = text?.type === "text" ? text.text : "";
    expect(words.length).toBeGreaterThan(10);
    expect(words.length + JSON.stringify(structuredContent).length).toBeLessThanOrEqual(MAX_RESULT);
    if (name !== "get_season") expect(words).toContain(`${TARGET}/`);
  });
});

describe("a result that is too long for one call", async () => {
  const client = await connect("auto");

  test("continues at the offset that it names", async () => {
    const whole = await client.callTool({ name: "get_title", arguments: { id: 54, append: ["credits"] } });
    const rest = await client.callTool({
      name: "get_title",
      arguments: { id: 54, append: ["credits"], offset: 2 },
    });
    const count = ({ structuredContent }: typeof whole) =>
      Object.values(Object(structuredContent).credits).filter(Array.isArray).flat().length;
    expect(count(rest)).toBe(count(whole) - 2);
  });

  test("names the next page of a list", async () => {
    const { structuredContent } = await client.callTool({ name: "discover_titles", arguments: { limit: 2 } });
    expect(structuredContent).toMatchObject({ more: "Call again with page=2." });
  });
});
