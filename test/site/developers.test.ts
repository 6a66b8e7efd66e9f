/** Tests the text of the API reference. `browser/developers.test.ts` tests its form, samples and layout. */
import { createHash } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { importClient } from "../api/built-client.ts";
import { sharedServer } from "../product/server.ts";

const target = inject("target");

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Reference {
  readonly $ref: string;
}

/** The parts of the OpenAPI document that appear in the reference. */
interface OpenApi {
  readonly paths: Readonly<
    Record<string, Record<string, { readonly parameters?: readonly (Parameter | Reference)[] }>>
  >;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
    readonly headers: object;
  };
}

async function readPage(host = target): Promise<string> {
  return (await (await fetch(`${host}/developers`)).text()).replaceAll(/ data-astro-cid-\w+/g, "");
}

const document: OpenApi = await (await fetch(`${target}/v1/openapi.json`)).json();
const page = await readPage();

const matchAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match = ""]) => match);
const decodeEntities = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'");

/** Returns the HTML from the heading with this id up to the next section. */
function extractSection(id: string): string {
  return page.split("<section ").find((section) => section.includes(`aria-labelledby="${id}"`)) ?? "";
}

describe("/developers", () => {
  test("shows a form with every parameter for each operation", () => {
    const forms = page
      .split("<fieldset ")
      .filter((fields) => /^[^>]*data-address=/.test(fields))
      .map((fields) => ({
        path: decodeEntities(/data-address="([^"]+)"/.exec(fields)?.[1] ?? "").replace(/\/?\?.*/, ""),
        names: matchAll(fields.slice(0, fields.indexOf("</fieldset>")), / name="([^"]+)"/g),
      }));
    const described = Object.entries(document.paths).filter(
      ([path, item]) => path !== "/" && !path.startsWith("/images/") && listParameters(item).length > 0,
    );
    expect(described.length).toBeGreaterThan(8);
    for (const [path, item] of described) {
      const fields = forms.filter((form) => form.path === path).flatMap(({ names }) => names);
      // The form has no field for `category`, because the operation determines it.
      expect(new Set([...fields, "category"]), path).toEqual(new Set([...listParameters(item), "category"]));
    }
  });

  test("shows the response to its first request", async () => {
    const [request = "", response = ""] = matchAll(
      extractSection("quickstart"),
      /<pre[^>]*>.*?<code[^>]*>(.*?)<\/code>/gs,
    )
      .map((code) => decodeEntities(code.replaceAll(/<[^>]+>/g, "")))
      .filter((code) => code.startsWith("curl") || code.startsWith("{"));
    const [, url = ""] = /'(.*)'/.exec(request) ?? [];
    expect(JSON.parse(response)).toEqual(await (await fetch(url)).json());
  });

  test("shows the rate limit once before its examples", () => {
    const start = page.slice(page.indexOf("<h1"), page.indexOf('id="try"'));
    expect(matchAll(start, /(\d+ (?:uncached requests )?in \d+ seconds)/g)).toEqual(["120 in 60 seconds"]);
  });

  test("links each example to an existing response", async () => {
    const links = matchAll(page, /<details[^>]*>.*?<p[^>]*><a href="([^"]+)"/gs).map(decodeEntities);
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) expect((await fetch(target + link)).status, link).toBe(200);
  });

  test("says that the examples are recorded", () => {
    const examples = page.split("Example response").slice(1);
    const isRecorded = (example: string) => /^<\/summary>\s*<p[^>]*>A recorded response/.test(example);
    expect(examples.filter((example) => !isRecorded(example))).toEqual([]);
    expect(examples.length).toBeGreaterThan(10);
  });

  test("uses only methods that exist in the client library", async () => {
    const methods = matchAll(page, /await client\.(\w+)\(/g);
    const { marquee } = await importClient();
    expect(methods.filter((name) => !(name in marquee({ baseUrl: `${target}/v1` })))).toEqual([]);
    expect(methods.length).toBeGreaterThan(10);
  });

  test("lists every operation, parameter, field and header of the OpenAPI document", () => {
    const { schemas, headers } = document.components;
    const paths = Object.keys(document.paths)
      .filter((path) => path !== "/")
      .flatMap((path) => (path === "/v1" ? ["/v1/?category=search", "/v1/?category=credits"] : path));
    const parameters = Object.values(document.paths).flatMap(listParameters);
    const names = [
      ...paths,
      ...parameters.filter((name) => name !== "category"),
      ...Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties)),
      ...Object.keys(headers),
    ];
    const listed = matchAll(page, /<code[^>]*>([^<]*)<\/code>/g).map(decodeEntities);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
    expect(paths.length).toBeGreaterThan(3);
  });

  test.each([
    ["operation-search", "q", "required"],
    ["operation-credits", "id", "required"],
    ["operation-title", "id", "required"],
    ["parameters", "lang", "default en"],
    ["parameters", "limit", "extension"],
  ])("marks parameters as required, default or extension: %s, %s, %s", (section, name, mark) => {
    const terms = matchAll(extractSection(section), /<dt[^>]*>(.*?)<\/dt>/gs);
    const marks = terms
      .filter((term) => term.includes(`<code>${name}</code>`))
      .map((term) => matchAll(term, /<b[^>]*>([^<]+)<\/b>/g));
    expect(marks).toEqual([[mark]]);
  });

  test("shows the type of each response and each field", () => {
    expect(extractSection("operation-people")).toContain(
      'Returns <span><a href="#fields-PersonResult">PersonResult</a>[]</span>',
    );
    expect(page).toContain('id="fields-PersonResult"');
    const types = matchAll(page, /<dt[^>]*>.*?<span>(.*?)<\/span>/gs).map((type) =>
      type.replaceAll(/<[^>]+>/g, ""),
    );
    expect(types.filter((type) => /^(?:array of )?$|^\[\]$/.test(type.trim()))).toEqual([]);
    expect(types).toContain("PersonCredit[]");
  });

  test("contains no broken links to its own sections", () => {
    const anchors = matchAll(page, /href="#([^"]+)"/g);
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(anchors.length).toBeGreaterThan(8);
  });

  test("mentions that no key is needed", () => {
    expect(page).toContain("you need no key");
    expect(page).not.toMatch(/This deployment requires a key|Your API key/);
  });
});

describe("/developers with ACCESS=keyed", () => {
  const hash = createHash("sha256").update("a-key-of-sixteen-characters").digest("hex");
  const keyed = sharedServer({ ACCESS: "keyed", CLIENT_KEYS: hash });

  test("mentions that a key is required", async () => {
    const text = await readPage(keyed.url);
    for (const part of ["This deployment requires a key", "Your API key"]) expect(text).toContain(part);
    expect(text).not.toContain("you need no key");
  });
});

function listParameters(item: OpenApi["paths"][string]): string[] {
  const { parameters = [] } = item as { readonly parameters?: readonly (Parameter | Reference)[] };
  return parameters
    .flatMap((parameter) =>
      "$ref" in parameter
        ? (document.components.parameters[parameter.$ref.split("/").at(-1) ?? ""] ?? [])
        : parameter,
    )
    .filter((parameter) => parameter.in !== "header")
    .map(({ name }) => name);
}
