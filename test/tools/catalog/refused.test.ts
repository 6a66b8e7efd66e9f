/** Tests that a load and a check reject the same files with the same message, which names the file, line and id. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { dryRun, loadCommand } from "../../../tools/catalog/load-command.ts";
import type { Selection } from "../../../tools/catalog/sources/chosen.ts";
import { createFolder, lines, title } from "./folder.ts";

const ALIEN = lines([title(1, "Alien")]);
/** Enough valid rows for one malformed row to be tolerated. */
const MANY = Array.from({ length: 200 }, (_, at) => title(at + 1, `T${at}`));
const COMPRESSED = gzipSync(ALIEN.repeat(100));

const COMPRESSED_ONCE = gzipSync(ALIEN);
/** The line {"id":1,"title":"Alien"} and an empty line. */
const [BZIP2, EMPTY_BZIP2] = [
  "QlpoOTFBWSZTWXfMcesAAAvdgAAQEAQgECAABiUECiAAMQAACj1NGJnqhEOPctOavSRgpuC+LuSKcKEg75jj1g==",
  "QlpoOTFBWSZTWZ59lp0AAABAAAAQIAAhGEaC7kinChITz7LToA==",
].map((text) => Buffer.from(text, "base64")) as [Buffer, Buffer];

type Files = Readonly<Record<string, string | Uint8Array>>;

function folder(files: Files): string {
  const path = createFolder({});
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), bytes);
  }
  return path;
}

/** A hundred names of 390 Han characters. */
const HAN_NAMES = Array.from({ length: 100 }, (_, at) =>
  Array.from({ length: 390 }, (_, place) => String.fromCodePoint(0x4e00 + at * 100 + place)).join(""),
);

/** Returns the error message of a load and a check, which must be the same. */
async function refusal(source: string, selection: Selection = {}): Promise<string> {
  const screen = { write() {} };
  const options = { paths: [source], selection, screen, remote: false };
  const [checked, loaded] = await Promise.all(
    [dryRun(options), loadCommand({ ...options, state: createFolder({}) })].map((outcome) =>
      outcome.then(
        () => "nothing was refused",
        (thrown: Error) => thrown.message,
      ),
    ),
  );
  expect(checked).toBe(loaded);
  return loaded ?? "";
}

/** Returns the credits of a title, of about `bytes` bytes. */
function credits(id: number, bytes: number) {
  const name = "N".repeat(1_000);
  return {
    id,
    cast: Array.from({ length: Math.ceil(bytes / 1_060) }, (_, at) => ({ id: at + 1, name, character: "" })),
  };
}

describe("catalog load and check", () => {
  test.each<[string, Files, string]>([
    ["files without a title", { "credits.jsonl": lines([credits(1, 10)]) }, "There is no title in FOLDER."],
    ["an empty file of titles", { "titles.jsonl": "" }, "There is no title in FOLDER."],
    [
      "credits that fit into no row",
      { "titles.jsonl": ALIEN, "credits.jsonl": lines([credits(1, 2.5e6)]) },
      "credits.jsonl:1: id 1: the row has 2,5",
    ],
    [
      "a title of more than 1,000 characters",
      { "titles.jsonl": lines([title(5, "𝄞".repeat(1_001))]) },
      "is longer than 1,000 characters",
    ],
    [
      "text that is not UTF-8",
      {
        "titles.jsonl": Buffer.concat([
          Buffer.from(`${ALIEN}\n`),
          Buffer.from(lines([title(2, "Amélie")]), "latin1"),
        ]),
      },
      "FOLDER/titles.jsonl:3 is not UTF-8",
    ],
    [
      "text that ends within a character",
      { "titles.jsonl": Buffer.concat([Buffer.from(`${ALIEN}{"é`).subarray(0, -1)]) },
      "FOLDER/titles.jsonl:2 is not UTF-8",
    ],
    [
      "a file that is cut off",
      { "titles.jsonl.gz": COMPRESSED.subarray(0, -20) },
      "FOLDER/titles.jsonl.gz is broken or cut off",
    ],
    ["a ZIP archive", { "titles.jsonl": Buffer.from("PK\x03\x04") }, "FOLDER/titles.jsonl is a ZIP archive"],
    ["UTF-16", { "titles.jsonl": Buffer.from(`\ufeff${ALIEN}`, "utf16le") }, "FOLDER/titles.jsonl is UTF-16"],
    [
      "a bzip2 that is cut off",
      { "titles.jsonl.bz2": BZIP2.subarray(0, -20) },
      "FOLDER/titles.jsonl.bz2 is broken or cut off",
    ],
    [
      "a dump with commas",
      { "title.basics.tsv": "tconst,titleType,primaryTitle\ntt0000007,movie,A\n" },
      "FOLDER/title.basics.tsv has one column",
    ],
    [
      "a gzip that is damaged",
      {
        "titles.jsonl.gz": Buffer.concat([
          COMPRESSED.subarray(0, 40),
          Buffer.alloc(20, 0xff),
          COMPRESSED.subarray(60),
        ]),
      },
      "FOLDER/titles.jsonl.gz is broken or cut off",
    ],
    [
      "one id twice",
      { "titles.jsonl": lines([title(1, "A"), title(1, "B")]) },
      "titles.jsonl:2: id 1: there is one with this id in titles.jsonl:1",
    ],
    [
      "a row that IMDb's file has no such title for",
      { "title.basics.tsv": "tconst\ttitleType\tprimaryTitle\ntt0000007\tmovie\t\n" },
      "title.basics.tsv:2: id tt0000007: title is missing",
    ],
    [
      "a dump that is there twice",
      { "title.basics.tsv": "tconst\n", "title.basics.tsv.gz": gzipSync("tconst\n") },
      "exists twice",
    ],
  ])("reject %s", async (_, files, reason) => {
    const source = folder(files);
    expect(await refusal(source)).toContain(reason.replaceAll("FOLDER", source));
  });

  test("reject a line that is too long for a row", async () => {
    const source = folder({ "titles.jsonl": `[${"[],".repeat(4e6)}[]]` });
    expect(await refusal(source)).toContain("titles.jsonl:1 is too long for a row of a catalog.");
  });

  test("reject a file name that is not recognised", async () => {
    const source = join(folder({ "films.jsonl": ALIEN }), "films.jsonl");
    expect(await refusal(source)).toContain(`${source} is not a recognised catalog file`);
  });

  test("reject a selection that matches no titles", async () => {
    const source = folder({ "titles.jsonl": ALIEN });
    expect(await refusal(source, { minVotes: 5 })).toBe(`No title in ${source} has 5 votes.`);
  });
});

describe("catalog files", () => {
  const BASICS = "tconst\ttitleType\tprimaryTitle\r\ntt0000007\tmovie\tAlien\r\n";
  test.each<[string, Files]>([
    ["gzip without .gz", { "titles.jsonl": COMPRESSED_ONCE }],
    ["plain text with .gz", { "titles.jsonl.gz": ALIEN }],
    ["bzip2", { "titles.jsonl.bz2": BZIP2 }],
    ["several streams of bzip2", { "titles.jsonl": Buffer.concat([BZIP2, EMPTY_BZIP2]) }],
    ["a byte order mark and CRLF", { "titles.jsonl": `\ufeff${ALIEN.replace("\n", "\r\n")}` }],
    ["NDJSON", { "titles.ndjson": ALIEN }],
    ["capital letters", { "Titles.JSONL": ALIEN }],
    ["JSON Lines named .json", { "titles.json": ALIEN }],
    ["a dump in gzip without .gz", { "title.basics.tsv": gzipSync(`\ufeff${BASICS}`) }],
    ["a dump that Windows unpacked", { "title.basics.tsv/data.tsv": BASICS }],
  ])("accepts %s", async (_, files) => {
    expect(await accepted(folder(files))).toContain("Done: 1 titles. Nothing was left out.");
  });
});

/** Returns the output of a successful dry run. */
async function accepted(...paths: string[]): Promise<string> {
  const said: string[] = [];
  const screen = { write: (text: string) => said.push(text) };
  await dryRun({ paths, selection: {}, screen });
  return said.join("");
}

describe("catalog load", () => {
  test("keeps a title of 1,000 characters, but omits longer names", async () => {
    const tooLong = title(501, "Kept", { aliases: ["A".repeat(1_001)] });
    const source = folder({ "titles.jsonl": lines([...MANY, title(500, "𝄞a".repeat(500)), tooLong]) });
    const said = await accepted(source);
    expect(said).toContain("1 malformed value was left out:\n  titles.jsonl:202: id 501: aliases");
    expect(said).toContain("202 titles could be loaded.");
  });

  test("keeps only as many names as fit into a row", async () => {
    const source = folder({
      "titles.jsonl": lines([title(1, "A"), title(5, "B", { aliases: HAN_NAMES })]),
      "credits.jsonl": lines([{ id: 1, cast: [{ id: 9, name: "N", character: "" }] }]),
      "people.jsonl": lines([{ id: 9, also_known_as: HAN_NAMES }]),
    });
    expect(await accepted(source)).toContain("2 titles could be loaded.");
  });

  test("ignores a byte order mark and unrelated files", async () => {
    const source = folder({ "titles.jsonl": `\ufeff${ALIEN}`, "notes.txt": "" });
    mkdirSync(join(source, "titles-old.jsonl"));
    expect(await accepted(source)).toContain("1 titles could be loaded.");
  });

  test("reads a file that is named twice only once", async () => {
    const source = folder({ "titles.jsonl": ALIEN });
    expect(await accepted(source, join(source, "titles.jsonl"))).toContain("1 titles could be loaded.");
  });
});
