/** Tests the readers for values that people write. The report tests that nothing else is left out silently. */
import { describe, expect, test } from "vitest";
import * as values from "../../../tools/catalog/sources/values.ts";

const READ: readonly [name: string, reader: values.Reader<unknown>, written: unknown, value: unknown][] = [
  ["duration", values.duration, "1 hour 30 minutes", 90],
  ["duration", values.duration, 142.5, 143],
  ["duration", values.duration, "PT1H29M40S", 90],
  ["duration", values.duration, "PT20S", 1],
  ["list of names", values.names, "Action;Drama | action", "Action, Drama"],
  ["list of names", values.names, [{ name: "Sci-Fi" }, "N/A", "Sci-fi "], "Sci-Fi"],
  ["list of countries", values.countries, "us; FR, Japan", "United States, France, Japan"],
  ["name", values.name, "  Lambda ", "Lambda"],
];

describe("values.ts", () => {
  test.each(READ.map(([name, reader, written, value]) => ({ name, reader, written, value })))(
    "reads the $name $written",
    ({ reader, written, value }) => {
      expect(reader(written)).toBe(value);
    },
  );

  test("rejects a name that consists of spaces", () => {
    expect(values.name("  ")).toBeInstanceOf(values.Malformed);
  });

  test("rejects a list with a code that is not a country's", () => {
    expect(values.countries("US, ZZ")).toBeInstanceOf(values.Malformed);
  });
});
