/** What is deployed stays small. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test("the built Worker is under 200 KiB compressed", () => {
  const modules = readdirSync("dist/server", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(join("dist/server", name)));
  expect(gzipSync(Buffer.concat(modules)).byteLength).toBeLessThan(200 * 1024);
});
