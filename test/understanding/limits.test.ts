/** Tests that recognised values are valid parameters of `/v1/browse`. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBrowse } from "../../worker/filters/browse-query.ts";
import { understand } from "../../worker/understanding/understand.ts";

function readRuntime(text: string): string | undefined {
  return understand(text, "en").find(({ part }) => part === "runtime")?.values[0];
}

describe("understand() with a runtime", () => {
  test.each([
    ["movies under 700 minutes", "-600"],
    ["movies over 700 minutes", "600-"],
    ["movies of at most 99 hours", "-600"],
    ["movies under 0 minutes", "-1"],
    ["movies over 90 and a half minutes", "90-"],
    ["999分以内", "-600"],
  ])("clamps the runtime to the supported range: %s", (text, value) => {
    expect(readRuntime(text)).toBe(value);
  });

  test("returns only runtimes that the parameter accepts", () => {
    const limit = fc.constantFrom("under", "over", "at most", "at least");
    const unit = fc.constantFrom("minutes", "and a half minutes", "hours", "h 59");
    fc.assert(
      fc.property(limit, fc.integer({ min: 0, max: 999 }), unit, (limit, number, unit) => {
        const runtime = readRuntime(`films ${limit} ${number} ${unit}`);
        expect(runtime).toBeDefined();
        expect(() => parseBrowse(new URLSearchParams({ runtime: runtime ?? "" }))).not.toThrow();
      }),
    );
  });
});
