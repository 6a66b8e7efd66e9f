/** Tests transliteration. The tables are generated from CLDR, because the Worker does not read CLDR. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FILE, lettersModule } from "../../tools/letters.ts";
import { toLatin } from "../../worker/text/latin.ts";

describe("lettersModule()", () => {
  test("matches the committed file", () => {
    expect(readFileSync(FILE, "utf8")).toBe(lettersModule());
  });
});

describe("toLatin()", () => {
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
  ])("transliterates %s to %s", (word, latin) => expect(toLatin(word)).toBe(latin));

  test.each(["robert", "黒澤", "黒さわ", "12"])("returns null for %s", (word) =>
    expect(toLatin(word)).toBeNull(),
  );
});
