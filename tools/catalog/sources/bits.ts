/** A set of integers that uses one bit per possible value, so that ids up to ten million need about a megabyte. */
/** The largest supported number. IMDb ids have up to eight digits. */
const LARGEST = 2 ** 30;

export class Bits {
  #bytes = new Uint8Array(1 << 20);

  add(value: number): void {
    if (value > LARGEST) throw new RangeError(`${value} is too large an id`);
    const at = value >>> 3;
    if (at >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (value & 7));
  }

  has(value: number): boolean {
    return value <= LARGEST && ((this.#bytes[value >>> 3] ?? 0) & (1 << (value & 7))) !== 0;
  }
}
