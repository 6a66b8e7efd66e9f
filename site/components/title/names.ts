/** The contract writes several names as one string, joined by a comma and a space; "" is none. None comes twice. */
export function namesOf(joined: string): string[] {
  return [...new Set(joined.split(", "))].filter((name) => name !== "");
}
