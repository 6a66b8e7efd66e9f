/**
 * Removes our key and the upstream's host from upstream responses, which may repeat parts of the request. Responses
 * without them are passed on unchanged. All others are parsed, cleaned and serialised again. This also removes what
 * parsing ignores, such as the first of two members with the same name.
 */
import type { Verbatim } from "./body.ts";

/** The length from which a key is unlikely to be a word, year or phrase in a plot, whatever its characters. */
const LONG_KEY = 16;
/** The minimum length of a key to remove. The shortest keys in use have eight hexadecimal digits. */
const SHORT_KEY = 8;

/**
 * Returns true if the key can be removed from responses without damaging them. A shorter key, or one that consists
 * only of letters or only of digits, might be part of a title, a name or an image path.
 */
export function isRedactable(key: string): boolean {
  if (key !== key.trim()) return false;
  if (key.length >= LONG_KEY) return true;
  return key.length >= SHORT_KEY && /\p{L}/u.test(key) && /\d/.test(key);
}

/**
 * The maximum number of passes. Removing a secret may join the parts of another one, so another pass follows. Text
 * that still contains a secret after the last pass is probably crafted, so all of it is removed.
 */
const MAX_ROUNDS = 8;

export function redaction(apiKey: string | null, baseUrl: URL): (response: Verbatim) => Verbatim {
  const ofKey = apiKey === null ? [] : [keyPattern(apiKey), hexPattern(apiKey), base64Pattern(apiKey)];
  const patterns = [...ofKey, hostPattern(baseUrl)].filter((pattern) => pattern !== null);
  const hasSecret = (text: string) => patterns.some((pattern) => text.search(pattern) !== -1);

  function clean(text: string): string {
    let left = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = left;
      for (const pattern of patterns) left = left.replaceAll(pattern, "");
      if (left === before) return left;
    }
    return "";
  }

  /** Changes objects and arrays in place, because copying hundreds of thousands of members would take seconds. */
  function withoutSecrets(value: unknown): unknown {
    if (typeof value === "string") return clean(value);
    // A server may send a key that consists of digits as a number.
    if (typeof value === "number") return hasSecret(String(value)) ? null : value;
    if (Array.isArray(value)) {
      for (const [at, inner] of value.entries()) value[at] = withoutSecrets(inner);
    } else if (isObject(value)) {
      for (const name of Object.keys(value)) {
        if (hasSecret(name)) delete value[name];
        else value[name] = withoutSecrets(value[name]);
      }
    }
    return value;
  }

  return function redact(response) {
    const { text } = response;
    if (!SPELLED.test(text) && !hasSecret(text) && !hasSecret(withoutEscapes(text))) return response;
    const json = withoutSecrets(response.json);
    return { json, text: JSON.stringify(json) };
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Matches escape sequences for characters of base64 and host names, which few servers escape. */
const SPELLED = /\\u00(?:2[bd-f]|3[\da]|[46][1-9a-f]|[57][\da]|5f)/i;

/**
 * Replaces escape sequences such as `\n` in JSON text. Otherwise their letters would look like the start of a host
 * name.
 */
function withoutEscapes(text: string): string {
  return text.replaceAll("\\\\", "\\").replaceAll(/\\[bfnrt/]/g, "/");
}

/** Returns a pattern for the key and its escaped forms in URLs, HTML and JSON, in upper or lower case. */
function keyPattern(key: string): RegExp {
  return new RegExp([...key].map(spellings).join(""), "giu");
}

function hexPattern(key: string): RegExp {
  return new RegExp([...new TextEncoder().encode(key)].map((byte) => hex(byte, 2)).join(""), "giu");
}

/**
 * Returns a pattern for the key inside base64 or base64url text. The key may start at any of three positions within a
 * group.
 */
function base64Pattern(key: string): RegExp {
  const bytes = new TextEncoder().encode(key);
  const alternatives = [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // The first and last characters are left out, because they also encode bits of neighbouring bytes.
    const keyCharacters = encoded.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    );
    return keyCharacters.replaceAll("+", "[+-]").replaceAll("/", "[/_]");
  });
  return new RegExp(alternatives.join("|"), "gu");
}

const NAMED_ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/**
 * Returns the spellings of a character as alternatives of a regular expression. ASCII letters and digits have only
 * one.
 */
function spellings(character: string): string {
  if (/[a-z\d]/i.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  const named = NAMED_ENTITIES[character];
  const alternatives = [
    [...new TextEncoder().encode(character)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join(""),
    character
      .split("")
      .map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
      .join(""),
    `&#(?:0*${point}|x0*${hex(point, 1)});`,
    ...(named === undefined ? [] : [`&${named};`]),
    ...(character === " " ? ["\\+"] : []),
    `\\\\?${literal(character)}`,
  ];
  return `(?:${alternatives.join("|")})`;
}

/**
 * Returns a pattern for the host, with or without its port, but not within a longer name. Returns `null` if the host
 * is a single word, which a plot may contain.
 */
function hostPattern({ hostname, port }: URL): RegExp | null {
  const isName = /[.:]/.test(hostname);
  if (!isName && port === "") return null;
  const withPort = port === "" ? "" : `(?::${port})${isName ? "?" : ""}`;
  // A percent-encoded byte may come before the host, and its last digits are not part of the name.
  const before = "(?<![\\p{L}\\p{N}-](?<!%[\\dA-Fa-f]{2}))";
  return new RegExp(`${before}${literal(hostname)}${withPort}(?![\\p{L}\\p{N}-])`, "giu");
}

function literal(text: string): string {
  return [...text].map((character) => `\\u{${hex(character.codePointAt(0) ?? 0, 1)}}`).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
