import { expect, test } from "vitest";
import { redaction } from "../../../worker/origins/upstream/redaction.ts";

const KEY = "ca/na&r y";
const redact = redaction(KEY, new URL("http://upstream.test:8080/v1/"));

test.each([
  ["as it is", `the ca/na&r y sings`],
  ["as an address spells it", "the ca%2Fna%26r%20y sings"],
  ["as a form spells it", "the ca%2Fna%26r+y sings"],
  ["for the host", "the upstream.test:8080 sings"],
])("the secret %s is taken out", (_, text) => {
  expect(redact(text)).toBe("the  sings");
});

test("what is left when the secret is taken out is no secret", () => {
  let echo = KEY;
  for (let depth = 0; depth < 6; depth += 1) echo = KEY.slice(0, 3) + echo + KEY.slice(3);
  expect(redact(echo)).toBe("");
});

test("it is found wherever a string stands, and nothing else is changed", () => {
  const answer = [{ id: 1, title: `A ${KEY}`, tags: [KEY, "b"], poster: null, rating: 7.5 }];
  expect(redact(answer)).toEqual([{ id: 1, title: "A ", tags: ["", "b"], poster: null, rating: 7.5 }]);
});

test("a host that is an ordinary word may stand in a plot", () => {
  expect(redaction(null, new URL("http://upstream/v1/"))("going upstream")).toBe("going upstream");
});
