/** A growing list of numbers outside of the JavaScript heap, whose size is limited. */
export class Numbers<Values extends Float64Array | Uint32Array | Uint8Array> {
  length = 0;
  /** The numbers, followed by unused space. Callers read them directly, because a method would be slower. */
  values: Values;

  constructor(empty: Values) {
    this.values = empty;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const Kind = this.values.constructor as new (size: number) => Values;
      const larger = new Kind(Math.max(1_024, this.length * 2));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
}

export const doubles = () => new Numbers(new Float64Array());
export const integers = () => new Numbers(new Uint32Array());
