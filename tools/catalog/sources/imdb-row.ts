/** The parts of a row of IMDb's dumps. */

/** A field of the row by its name; `null` for `\N`. */
export type Field = (name: string) => string | null;

/** `tt0076759` is 76759. */
export function number(key: string | null): number {
  const digits = /^(?:tt|nm)(\d{1,10})$/.exec(key ?? "")?.[1];
  const found = Number(digits);
  if (!(found > 0)) throw new Error(`${key ?? "nothing"} is no id`);
  return found;
}
