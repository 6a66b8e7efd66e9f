/**
 * What a page is made of, noted while it is rendered: a page may be kept for as long as all
 * of it is fresh, is as old as the oldest of it, and is purged with any of it.
 */
import type { StoredAnswer } from "./entry.ts";
import type { Lookup } from "./lookup.ts";

type Ingredient = Pick<StoredAnswer, "storedAt" | "tags" | "catalogVersion">;

export class Ingredients {
  #storedAt = Number.POSITIVE_INFINITY;
  #freshUntil = Number.POSITIVE_INFINITY;
  readonly #tags = new Set<string>();
  readonly #catalogVersions = new Set<string>();

  /** When the oldest of it was given, in milliseconds since 1970. */
  get storedAt(): number {
    return this.#storedAt;
  }

  /** Milliseconds since 1970; a page of which nothing was noted, or parts of two catalogs, is not ours to keep. */
  get freshUntil(): number {
    return this.#storedAt === Number.POSITIVE_INFINITY || this.#catalogVersions.size > 1
      ? 0
      : this.#freshUntil;
  }

  /** Whether any of it is of this moment only. */
  get isPassing(): boolean {
    return this.#storedAt === 0;
  }

  get tags(): ReadonlySet<string> {
    return this.#tags;
  }

  /** The version of the catalog that all of it comes from which comes from one. */
  get catalogVersion(): string | null {
    const [version = null] = this.#catalogVersions;
    return version;
  }

  /** `lifetime` in seconds. */
  note({ storedAt, tags, catalogVersion }: Ingredient, lifetime: number): void {
    this.#storedAt = Math.min(this.#storedAt, storedAt);
    this.#freshUntil = Math.min(this.#freshUntil, storedAt + lifetime * 1_000);
    for (const tag of tags) this.#tags.add(tag);
    if (catalogVersion !== null) this.#catalogVersions.add(catalogVersion);
  }

  /** Something that is not stored, such as a problem: a page with it is never fresh. */
  notePassing(): void {
    this.note({ storedAt: 0, tags: [], catalogVersion: null }, 0);
  }
}

/** The lookup as it is, with what it gives noted. */
export function noting(lookup: Lookup, ingredients: Ingredients): Lookup {
  return async (query, wanted) => {
    const answer = await lookup(query, wanted);
    const { hit = false, stored = false } = answer.cacheStatus;
    if (answer.kind === "answered" && (hit || stored)) ingredients.note(answer, answer.policy.lifetime);
    else ingredients.notePassing();
    return answer;
  };
}
