/**
 * Our key for the upstream and its address, taken out of whatever the upstream says: an
 * answer may echo the request. What is left is read like any other answer.
 */
export type Redact = (answer: unknown) => unknown;

export function redaction(apiKey: string | null, { host }: URL): Redact {
  const secrets = [...(apiKey === null ? [] : spellings(apiKey)), ...(isTelling(host) ? [host] : [])];

  /** Until none is left: taking one out may leave another. */
  function clean(text: string): string {
    const left = secrets.reduce((some, secret) => some.replaceAll(secret, ""), text);
    return left === text ? text : clean(left);
  }

  return function redact(answer: unknown): unknown {
    if (typeof answer === "string") return clean(answer);
    if (Array.isArray(answer)) return answer.map(redact);
    if (typeof answer !== "object" || answer === null) return answer;
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, redact(value)]));
  };
}

/** The key as it is, and as addresses spell it. */
function spellings(key: string): string[] {
  return [key, encodeURIComponent(key), new URLSearchParams({ key }).toString().slice("key=".length)];
}

/** A host of one word is an ordinary word, which a plot may hold. */
function isTelling(host: string): boolean {
  return /[.:]/.test(host);
}
