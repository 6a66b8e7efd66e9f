/**
 * Takes our key for the upstream and its host out of whatever the upstream says: an answer
 * may echo the request. What is left is read like any other answer.
 */
export type Redact = (answer: unknown) => unknown;

/** From here on a key of any kind is no word, year or phrase that a plot is likely to hold. */
const LONG_KEY = 16;
/** So long is the shortest key in use that is not a word: eight hexadecimal digits. */
const SHORT_KEY = 8;

/**
 * Whether the key can be taken out of answers without damage to them. A shorter one, or a
 * short one of letters only or digits only, may stand in a title, a name or the path of an image.
 */
export function isRedactable(key: string): boolean {
  if (key !== key.trim()) return false;
  if (key.length >= LONG_KEY) return true;
  return key.length >= SHORT_KEY && /\p{L}/u.test(key) && /\d/.test(key);
}

/** Taking a secret out may leave another; text that still holds one after so many rounds was made to. */
const MAX_ROUNDS = 8;

export function redaction(apiKey: string | null, baseUrl: URL): Redact {
  const secrets = [apiKey === null ? null : keyPattern(apiKey), hostPattern(baseUrl)];
  const patterns = secrets.filter((pattern) => pattern !== null);

  function clean(text: string): string {
    let left = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = left;
      for (const pattern of patterns) left = left.replaceAll(pattern, "");
      if (left === before) return left;
    }
    return "";
  }

  return function redact(answer: unknown): unknown {
    if (typeof answer === "string") return clean(answer);
    // A key of digits only may be echoed as a number.
    if (typeof answer === "number") return clean(String(answer)) === String(answer) ? answer : null;
    if (Array.isArray(answer)) return answer.map(redact);
    if (typeof answer !== "object" || answer === null) return answer;
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, redact(value)]));
  };
}

/** The key as it is and as addresses, HTML and JSON spell it, in capitals or not. */
function keyPattern(key: string): RegExp {
  return new RegExp([...key].map(spellings).join(""), "giu");
}

const NAMED_ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** The spellings of one character, as alternatives of a regular expression. Letters and digits of ASCII have one. */
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

/** The host with its port or without, not as a part of a longer name. `null`: it is an ordinary word, which a plot may hold. */
function hostPattern({ hostname, port }: URL): RegExp | null {
  const isName = /[.:]/.test(hostname);
  if (!isName && port === "") return null;
  const withPort = port === "" ? "" : `(?::${port})${isName ? "?" : ""}`;
  // What ends a percent-encoded byte is no part of the name.
  const before = "(?<![\\p{L}\\p{N}-](?<!%[\\dA-Fa-f]{2}))";
  return new RegExp(`${before}${literal(hostname)}${withPort}(?![\\p{L}\\p{N}-])`, "gu");
}

function literal(text: string): string {
  return [...text].map((character) => `\\u{${hex(character.codePointAt(0) ?? 0, 1)}}`).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
