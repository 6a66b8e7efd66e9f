/** The first letters of the first and the last name; "" where a name has none. Marks over letters are part of them. */
export function initialsOf(name: string): string {
  const initials = [...name.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)].map(([letter]) => letter);
  return [initials[0], initials.length > 1 ? initials.at(-1) : ""].join("");
}
