/**
 * Reading D1: what passes by itself is tried again, since a read changes nothing; what does
 * not is a Problem, and an empty catalog one that tells the log what fills it.
 */
import { Problem } from "../../contract/problem.ts";

/** For the log: what an operator does about it. */
const HOW_TO_FILL = "The catalog is empty; fill it with: npm run catalog -- load <folder or files>";

/** A lock (locally, while a load writes), or D1 moving the database. */
const PASSING = /SQLITE_BUSY|Network connection lost|object to be reset/;
/** Milliseconds before each further try. */
const WAITS = [10, 30, 90, 270];

type Wait = (milliseconds: number) => Promise<void>;
const pause: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function reached<T>(read: () => Promise<T>, wait: Wait = pause): Promise<T> {
  for (const milliseconds of WAITS) {
    try {
      return await read();
    } catch (thrown) {
      if (!PASSING.test(String(thrown))) throw unreadable(thrown);
      await wait(milliseconds);
    }
  }
  try {
    return await read();
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

function unreadable(thrown: unknown): Problem {
  if (String(thrown).includes("no such table")) return unfilled(thrown);
  return new Problem("upstream-unavailable", "The catalog cannot be read.", { cause: thrown });
}

export function unfilled(cause?: unknown): Problem {
  return new Problem("upstream-unavailable", "The catalog is empty: it has not been filled yet.", {
    cause: new Error(HOW_TO_FILL, { cause }),
  });
}
