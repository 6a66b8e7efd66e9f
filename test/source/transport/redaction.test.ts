import { describe, expect, test } from "vitest";
import { isRedactable, redaction } from "../../../worker/source/transport/redaction.ts";

const KEY = "ca/na&r y";
const HOST = "http://upstream.test:8080/v1/";
const redact = redacting(KEY, HOST);

function redacting(key: string | null, address: string): (json: unknown) => unknown {
  const clean = redaction(key, new URL(address));
  return (json) => clean({ text: JSON.stringify(json), json }).json;
}

function sentFor(text: string, key = LONG): string {
  return redaction(key, new URL(HOST))({ text, json: JSON.parse(text) }).text;
}
const LONG = "0123456789abcdef0123456789ABCDEF";

describe("redaction()", () => {
  test.each([
    ["the literal key", `the ca/na&r y sings`],
    ["the key in percent-encoding", "the ca%2Fna%26r%20y sings"],
    ["the key in form encoding", "the ca%2Fna%26r+y sings"],
    ["the host", "the upstream.test:8080 sings"],
  ])("removes %s", (_, text) => {
    expect(redact(text)).toBe("the  sings");
  });

  test("removes a secret that appears when another is removed", () => {
    let echo = KEY;
    for (let depth = 0; depth < 6; depth += 1) echo = KEY.slice(0, 3) + echo + KEY.slice(3);
    expect(redact(echo)).toBe("");
  });

  test("changes only strings that contain the key", () => {
    const others = { id: 1, poster: null, rating: 7.5, adult: false };
    const response = [{ ...others, title: `A ${KEY}`, tags: [KEY, "b"] }];
    expect(redact(response)).toEqual([{ ...others, title: "A ", tags: ["", "b"] }]);
  });

  test.each(["upstream.test", KEY])("removes %s between other strings", (secret) => {
    expect(redact(["backup", secret, "ion", 7])).toEqual(["backup", "", "ion", 7]);
  });

  test.each([
    ["a member name", `{"id":1,"${LONG}":2}`, '{"id":1}'],
    ["an escaped member name", String.raw`{"id":1,"\u0030${LONG.slice(1)}":2}`, '{"id":1}'],
    ["the first of two members with the same name", `{"x":"${LONG}","x":"clean"}`, '{"x":"clean"}'],
    ["an escaped value", String.raw`{"x":"\u0030${LONG.slice(1)}"}`, '{"x":""}'],
    [
      "hexadecimal digits",
      `{"x":"<${LONG.replaceAll(/./g, (digit) => digit.charCodeAt(0).toString(16))}>"}`,
      '{"x":"<>"}',
    ],
  ])("removes the key as %s", (_, text, sent) => {
    expect(sentFor(text)).toBe(sent);
  });

  test("removes the host from member names and after escapes", () => {
    expect(sentFor('{"id":1,"Upstream.Test":2}')).toBe('{"id":1}');
    expect(sentFor(String.raw`{"id":1,"upstream\u002etest":2}`)).toBe('{"id":1}');
    expect(sentFor(String.raw`{"x":"At\nupstream.test:8080"}`)).toBe(String.raw`{"x":"At\n"}`);
  });

  test.each(["", "a", "ab", "abc"])("removes the key from base64 with %j before it", (before) => {
    for (const key of [LONG, "k?>$HOME~~~7f3a"]) {
      const encoded = btoa(`${before}${key}&page=1`);
      const forUrls = encoded.replaceAll("+", "-").replaceAll("/", "_");
      const sentAs = [encoded, forUrls, encoded.replaceAll("/", "\\/"), encoded.replaceAll("+", "\\u002B")];
      for (const sent of sentAs.map((request) => sentFor(`{"id":1,"request":"${request}"}`, key))) {
        const { id, request } = JSON.parse(sent ?? "");
        expect([id, request.length < encoded.length - key.length]).toEqual([1, true]);
      }
    }
  });

  test("removes only the host if there is no key", () => {
    const withoutKey = redacting(null, "http://upstream.test/v1/");
    expect(withoutKey(["null and void", "at upstream.test"])).toEqual(["null and void", "at "]);
  });

  test("returns a response without the key unchanged", () => {
    const response = { names: ["backupstream.test", "ca/na"], rating: 7.5 };
    expect(redact(response)).toBe(response);
  });

  test.each([
    ["in lower-case percent-encoding", "the ca%2fna%26r%20y sings"],
    ["percent-encoded twice", "the ca%252Fna%2526r%2520y sings"],
    ["in upper case", "the CA/NA&R Y sings"],
    ["in HTML entities", "the ca&#x2F;na&amp;r y sings"],
    ["in decimal HTML entities", "the ca&#47;na&#038;r&#32;y sings"],
    ["in JSON within JSON", String.raw`the ca\/na\u0026r y sings`],
  ])("removes the key %s", (_, text) => {
    expect(redact(text)).toBe("the  sings");
  });

  test("removes every spelling of a non-ASCII letter", () => {
    const withLetter = redacting("clé-7f3a9c", "http://upstream.test/v1/");
    for (const spelling of [
      "clé-7f3a9c",
      "cl%c3%a9-7f3a9c",
      String.raw`cl\u00e9-7f3a9c`,
      "cl&#233;-7f3a9c",
    ]) {
      expect(withLetter(`<${spelling}>`)).toBe("<>");
    }
  });

  test("removes a numeric key from numbers", () => {
    const ofDigits = redacting("1234567890123456", "http://upstream.test/v1/");
    expect(ofDigits({ id: 1234567890123456, rating: 7.5 })).toEqual({ id: null, rating: 7.5 });
  });

  test("handles crafted text in linear time", () => {
    const half = KEY.length / 2;
    const echo = KEY.slice(0, half).repeat(100_000) + KEY.slice(half).repeat(100_000);
    expect(redact(echo)).toBe("");
  });

  test("removes the host without its port, but keeps longer names", () => {
    expect(redact("at upstream.test, http%3A%2F%2Fupstream.test%3A8080")).toBe("at , http%3A%2F%2F%3A8080");
    const short = redacting(null, "http://up.io/v1/");
    expect(short("The Backup.ion of up.io")).toBe("The Backup.ion of ");
  });
});

describe("isRedactable()", () => {
  test.each(["test", "contest", "abc1234", "casablanca", "the matrix", "12345678", "2001/01/02"])(
    "rejects %s",
    (key) => expect(isRedactable(key)).toBe(false),
  );

  test.each(["a1b2c3d4", "0123456789abcdef0123456789abcdef", "k$HOME$PATH '#\\n", "xoxo-abcdefghijklmn"])(
    "accepts %s",
    (key) => expect(isRedactable(key)).toBe(true),
  );
});

describe("redaction() with unusual keys and hosts", () => {
  test("keeps a host that is an ordinary word", () => {
    expect(redacting(null, "http://upstream/v1/")("going upstream")).toBe("going upstream");
  });

  test("removes a key whose special characters are escaped for HTML", () => {
    const ofHtml = redacting(`a<b>c"d'e&f0`, "http://upstream.test/v1/");
    expect(ofHtml("<a&lt;b&gt;c&quot;d&apos;e&amp;f0>")).toBe("<>");
    expect(ofHtml(`<a<b>c"d'e&f0>`)).toBe("<>");
  });

  test("removes a key with a JSON-escaped surrogate pair", () => {
    const ofEmoji = redacting("key-🎬-7f3a9c", "http://upstream.test/v1/");
    expect(ofEmoji(String.raw`<key-\ud83c\udfac-7f3a9c>`)).toBe("<>");
  });

  test("does not treat a plus sign as other characters", () => {
    expect(redact("the ca+na+r y sings")).toBe("the ca+na+r y sings");
  });

  test("cannot redact a key with surrounding white space", () => {
    expect(isRedactable(" 0123456789abcdef")).toBe(false);
    expect(isRedactable("0123456789abcdef ")).toBe(false);
  });

  test("removes a host without a port but keeps similar names", () => {
    const short = redacting(null, "http://up.io/v1/");
    expect(short("At up.io: a backup.io, a-up.io and up.io-b")).toBe("At : a backup.io, a-up.io and up.io-b");
    expect(short("https%3A%2F%2Fup.io%2Fv1")).toBe("https%3A%2F%2F%2Fv1");
  });

  test("removes a host that is an ordinary word if its port follows", () => {
    const word = redacting(null, "http://upstream:8080/v1/");
    expect(word("going upstream to upstream:8080, not upstream:8081")).toBe(
      "going upstream to , not upstream:8081",
    );
  });
});
