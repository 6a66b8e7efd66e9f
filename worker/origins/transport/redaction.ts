/**
 * Removes our key for the upstream and the upstream's host from its responses, which may echo the request. The rest is
 * read like any other response.
 */
type Redact = (answer: unknown) => unknown;

/** A key of this length is unlikely to be a word, year or phrase in a plot. */
const LONG_KEY = 16;
/** The shortest keys in use that are not words: eight hexadecimal digits. */
const SHORT_KEY = 8;

/**
 * Whether the key can be removed from responses without damaging them. A shorter key, or a short one of only letters or
 * only digits, may occur in a title, a name or the path of an image.
 */
export function isRedactable(key: string): boolean {
  if (key !== key.trim()) return false;
  if (key.length >= LONG_KEY) return true;
  return key.length >= SHORT_KEY && /\p{L}/u.test(key) && /\d/.test(key);
}

/** Removing a secret may create another; text that still contains one after so many rounds was crafted. */
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
    // A key of only digits may be echoed as a number.
    if (typeof answer === "number") return clean(String(answer)) === String(answer) ? answer : null;
    if (Array.isArray(answer)) return answer.map(withoutSecrets);
    if (typeof answer !== "object" || answer === null) return answer;
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withoutSecrets(value)]));
  }

  /** Few responses contain a secret: one search of all the text takes a fifth of the time of cleaning each string. */
  return function redact(answer) {
    const text = textsIn(answer).join("\n");
    return patterns.some((pattern) => text.search(pattern) !== -1) ? withoutSecrets(answer) : answer;
  };
}

/** All strings and numbers of a response, without the names of fields. */
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

/** The key as it is and as addresses, HTML and JSON escape it, in upper or lower case. */
function keyPattern(key: string): RegExp {
  return new RegExp([...key].map(spellings).join(""), "giu");
}

const NAMED_ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** The spellings of a character, as alternatives of a regular expression. ASCII letters and digits have only one. */
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

/** The host with or without its port, not as part of a longer name. `null`: a word that a plot may contain. */
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
