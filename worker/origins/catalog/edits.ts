/**
 * The edit distance of two words: a letter changed, left out or added, or two
 * neighbouring letters swapped (optimal string alignment).
 */

/** Words further apart are different words. */
export const MAX_EDITS = 2;

const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Number of edits between two words; a result above `max` only says that it is above. */
export function edits(left: string, right: string, max = MAX_EDITS): number {
  if (Math.abs(left.length - right.length) > max) return max + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let min = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      // Before the first letter of a word there is none, which equals no letter of the other.
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
      if (cost < min) min = cost;
    }
    if (min > max) return max + 1;
    before = above;
    above = current;
  }
  return above[right.length] ?? max + 1;
}

/** Whether two letters are neighbours on a QWERTY keyboard. */
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
