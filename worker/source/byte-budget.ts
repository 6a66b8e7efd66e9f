/** Bounds the memory of bodies that are loaded at the same time. A body waits, in order of arrival, until it fits. */
export interface ByteBudget {
  /** Resolves to a function that frees the reserved bytes. `bytes` must not exceed the whole budget. */
  reserve(bytes: number): Promise<() => void>;
}

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

export function createByteBudget(total: number): ByteBudget {
  const waiting: Waiting[] = [];
  let left = total;

  function admitNext(): void {
    for (let [next] = waiting; next !== undefined && next.bytes <= left; [next] = waiting) {
      left -= next.bytes;
      waiting.shift();
      next.admit();
    }
  }

  return {
    async reserve(bytes) {
      await new Promise<void>((admit) => {
        waiting.push({ bytes, admit });
        admitNext();
      });
      return () => {
        left += bytes;
        bytes = 0;
        admitNext();
      };
    },
  };
}
