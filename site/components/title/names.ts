/** The contract writes several names as one string, joined by a comma and a space; "" is none. */
export function namesOf(joined: string): string[] {
  return joined === "" ? [] : joined.split(", ");
}
