/** Retries, sessions and problems are decided in one place: no other file of the Worker asks D1 itself. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every statement to D1 goes through one door", () => {
  const asking = globSync("worker/**/*.ts").filter((file) =>
    /\.(?:prepare|batch|withSession)\(/.test(readFileSync(file, "utf8")),
  );
  expect(asking).toEqual(["worker/origins/catalog/session.ts"]);
});
