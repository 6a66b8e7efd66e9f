/**
 * How far apart two words are, as a person mistypes: a letter changed, left
 * out, added, doubled, or two neighbours swapped (optimal string alignment),
 * where a slip of the finger costs less than a different letter.
 */

/** More than this is another word. */
export const MOST_EDITS = 2;

const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Number of edits between two words; anything above `most` is only known to be above it. */
export function edits(left: string, right: string, most = MOST_EDITS): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    before = above;
    above = current;
  }
  return above[right.length] ?? most + 1;
}

/** Do two letters lie side by side on the keyboard most people type on? */
export function areNeighbours(left: string, right: string): boolean {
  for (const [row, keys] of KEYS.entries()) {
    const at = keys.indexOf(left);
    if (at < 0) continue;
    if (Math.abs(keys.indexOf(right) - at) === 1 && keys.includes(right)) return true;
    for (const other of [KEYS[row - 1], KEYS[row + 1]]) {
      const beside = other?.indexOf(right) ?? -1;
      if (beside >= 0 && Math.abs(beside - at) <= 1) return true;
    }
  }
  return false;
}
