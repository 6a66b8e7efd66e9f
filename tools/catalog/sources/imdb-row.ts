/** Rows of IMDb's dumps. */
/** Returns a field of the row by name; `null` for `\N`. */
export type Field = (name: string) => string | null;

/** `tt0076759` is 76759. `null`: not an id. */
export function idNumber(key: string | null): number | null {
  const digits = /^(?:tt|nm)(\d{1,10})$/.exec(key ?? "")?.[1];
  const found = Number(digits);
  return found > 0 ? found : null;
}

/** Like `idNumber`, but throws for anything else. */
export function number(key: string | null): number {
  const found = idNumber(key);
  if (found === null) throw new Error(`${key ?? "nothing"} is not an id`);
  return found;
}
