/** What a command says of options it does not know. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each([
  ["tools/start.ts", "npm start"],
  ["tools/deploy/main.ts", "npm run deploy"],
  ["tools/source/main.ts", "npm run source"],
])("%s refuses an unknown option in a sentence, with its usage", (command, usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "--loud"], { encoding: "utf8" });
  expect(stderr).toMatch(/^Unknown option '--loud'.*\nUsage: /);
  expect(stderr).toContain(usage);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect([stdout, status]).toEqual(["", 2]);
});
