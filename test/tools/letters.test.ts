/** Letters of other scripts are those of CLDR's rules, which the Worker does not read. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FILE, lettersModule } from "../../tools/letters.ts";
import { latinOf } from "../../worker/text/latin.ts";

test("the Worker has the letters of the rules: node tools/letters.ts writes them", () => {
  expect(readFileSync(FILE, "utf8")).toBe(lettersModule());
});

test.each([
  ["роберт", "robert"],
  ["щукин", "sukin"],
  ["κουροσαβα", "kourosava"],
  ["μπραντ", "brad"],
  ["روبرت", "rwbrt"],
  ["きょうこ", "kyouko"],
  ["ちゃーりー", "chari"],
  ["うぃりす", "uirisu"],
  ["로버트", "lobeoteu"],
])("%s is %s", (word, latin) => expect(latinOf(word)).toBe(latin));

test.each(["robert", "黒澤", "黒さわ", "12"])("%s is not read in Latin letters", (word) =>
  expect(latinOf(word)).toBeNull(),
);
