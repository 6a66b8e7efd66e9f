import * as v from "valibot";

/** Parses and validates JSON. Returns `null` if it is malformed or does not match the schema. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
