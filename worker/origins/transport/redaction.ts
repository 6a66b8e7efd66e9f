/**
 * Removes our key for the upstream and the upstream's host from everything it says: a response
 * may echo the request. What remains is read like any other response.
 */
export type Redact = (answer: unknown) => unknown;

/** A key of this length is hardly a word, year or phrase that occurs in a plot. */
const LONG_KEY = 16;
/** The shortest keys in use that are not words: eight hexadecimal digits. */
const SHORT_KEY = 8;

/**
 * Whether the key can be removed from responses without damaging them. A shorter one, or a short one
 * of letters only or digits only, may occur in a title, a name or the path of an image.
 */
export function isRedactable(key: string): boolean {
  if (key !== key.trim()) return false;
  if (key.length >= LONG_KEY) return true;
  return key.length >= SHORT_KEY && /\p{L}/u.test(key) && /\d/.test(key);
}

/** Removing a secret may leave another; text that still contains one after so many rounds was made to. */
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

  function withoutSecrets(answer: unknown): unknown {
    if (typeof answer === "string") return clean(answer);
    // A key of digits only may be echoed as a number.
    if (typeof answer === "number") return clean(String(answer)) === String(answer) ? answer : null;
    if (Array.isArray(answer)) return answer.map(withoutSecrets);
    if (typeof answer !== "object" || answer === null) return answer;
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withoutSecrets(value)]));
  }

  /** Nearly every answer is without: all of it is searched at once, a fifth of the time that cleaning each text takes. */
  return function redact(answer) {
    const text = textsIn(answer).join("\n");
    return patterns.some((pattern) => text.search(pattern) !== -1) ? withoutSecrets(answer) : answer;
  };
}

/** All that an answer says, the names of its fields left out. */
function textsIn(answer: unknown): string[] {
  const texts: string[] = [];
  function collect(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") texts.push(String(value));
    else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) collect(inner);
  }
  collect(answer);
  return texts;
}

/** The key as it is and as addresses, HTML and JSON escape it, in capitals or not. */
function keyPattern(key: string): RegExp {
  return new RegExp([...key].map(spellings).join(""), "giu");
}

const NAMED_ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** The spellings of one character, as alternatives of a regular expression. Letters and digits of ASCII have only one. */
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

/** The host with or without its port, not as part of a longer name. `null`: it is an ordinary word, which may occur in a plot. */
function hostPattern({ hostname, port }: URL): RegExp | null {
  const isName = /[.:]/.test(hostname);
  if (!isName && port === "") return null;
  const withPort = port === "" ? "" : `(?::${port})${isName ? "?" : ""}`;
  // The end of a percent-encoded byte is not part of the name.
  const before = "(?<![\\p{L}\\p{N}-](?<!%[\\dA-Fa-f]{2}))";
  return new RegExp(`${before}${literal(hostname)}${withPort}(?![\\p{L}\\p{N}-])`, "gu");
}

function literal(text: string): string {
  return [...text].map((character) => `\\u{${hex(character.codePointAt(0) ?? 0, 1)}}`).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
