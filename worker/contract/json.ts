import * as v from "valibot";

/** JSON that has been checked against the schema; `null`: not JSON, or not of that shape. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
