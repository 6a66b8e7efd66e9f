export type Json = { readonly [name: string]: unknown };

/** The document with every reference replaced by what it names. It holds no circles. */
export function inlined(document: Json): Json {
  function inline(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const reference = object(value).$ref;
    if (typeof reference === "string") return inline(named(reference));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inline(member)]));
  }

  function named(reference: string): unknown {
    const steps = reference.replace(/^#\//, "").split("/");
    return steps.reduce<unknown>((found, step) => object(found)[step], document);
  }

  return object(inline(document));
}

/** The members of what is an object; none of anything else. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

/** The elements of what is an array; none of anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
