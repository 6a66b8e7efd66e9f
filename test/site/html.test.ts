/** Every page is valid HTML, by the rules of the standard and of WCAG that can be read off the text. */
import { HtmlValidate } from "html-validate";
import { describe, expect, inject, test } from "vitest";
import { TESTED_PAGES } from "./pages.ts";

const target = inject("target");

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
});

describe.each(TESTED_PAGES)("$name", ({ path }) => {
  test("is valid", async () => {
    const page = await (await fetch(`${target}${path}`)).text();
    const report = await validator.validateString(page);
    const messages = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
    );
    expect(messages).toEqual([]);
  });
});

test.each(TESTED_PAGES)("$name has its scripts inside head or body", async ({ path }) => {
  const page = await (await fetch(`${target}${path}`)).text();
  expect(page.slice(page.indexOf("</body>"))).not.toContain("<script");
});
