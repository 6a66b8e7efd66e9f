/** Letters of other scripts are those of CLDR's rules, which the Worker does not read. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FILE, lettersModule } from "../../tools/letters.ts";
import { latinOf } from "../../worker/origins/catalog/text/latin.ts";

test("the Worker has the letters of the rules: node tools/letters.ts writes them", () => {
  expect(readFileSync(FILE, "utf8")).toBe(lettersModule());
});

test.each([
  ["Роберт Де Ниро", "robert de niro"],
  ["Щукин Ёж", "sukin ez"],
  ["Ακίρα Κουροσάβα", "akira kourosava"],
  ["روبرت", "rubrt"],
  ["يوسف وهبي", "yusf whbi"],
  ["きょうこ ガッツ", "kyouko gatsu"],
  ["チャーリー", "chari"],
])("%s is %s", (name, latin) => expect(latinOf(name)).toBe(latin));

test.each(["Robert", "", "黒澤 明", "로버트", "黒さわ", "12"])("not read in Latin letters: %s", (name) =>
  expect(latinOf(name)).toBeNull(),
);
