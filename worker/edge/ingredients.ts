/**
 * What a page is made of, noted while it is rendered: a page may be kept for as long as all
 * of it is fresh, and is as old as the oldest of it.
 */
import type { Lookup } from "./lookup.ts";

export class Ingredients {
  #storedAt = Number.POSITIVE_INFINITY;
  #freshUntil = Number.POSITIVE_INFINITY;

  /** When the oldest of it was given, in milliseconds since 1970. */
  get storedAt(): number {
    return this.#storedAt;
  }

  /** Milliseconds since 1970; a page of which nothing was noted is not ours to keep. */
  get freshUntil(): number {
    return this.#storedAt === Number.POSITIVE_INFINITY ? 0 : this.#freshUntil;
  }

  /** Whether any of it is of this moment only. */
  get isPassing(): boolean {
    return this.#storedAt === 0;
  }

  /** `storedAt` in milliseconds since 1970, `lifetime` in seconds. */
  note(storedAt: number, lifetime: number): void {
    this.#storedAt = Math.min(this.#storedAt, storedAt);
    this.#freshUntil = Math.min(this.#freshUntil, storedAt + lifetime * 1_000);
  }
}

/** The lookup as it is, with what it gives noted. What is not stored itself is never fresh, as part of a page. */
export function noting(lookup: Lookup, ingredients: Ingredients): Lookup {
  return async (query, wanted) => {
    const answer = await lookup(query, wanted);
    const { hit = false, stored = false } = answer.cacheStatus;
    if (answer.kind === "answered" && (hit || stored))
      ingredients.note(answer.storedAt, answer.policy.lifetime);
    else ingredients.note(0, 0);
    return answer;
  };
}
