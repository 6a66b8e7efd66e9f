/**
 * Prints the progress of a load. On a terminal, the current line is updated in place. Otherwise, each step prints one
 * line when it ends.
 */
import type { LineFile } from "./sources/lines.ts";

export interface Screen {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** The minimum time between two updates of the line on a terminal, in milliseconds. */
const REFRESH = 200;

export class ProgressLine {
  readonly #screen: Screen;
  /** Returns the current time in milliseconds, counted from any starting point. */
  readonly #now: () => number;
  #step = "";
  #began = 0;
  #shown = 0;
  #last: () => string = () => "";

  constructor(screen: Screen, now: () => number) {
    this.#screen = screen;
    this.#now = now;
  }

  /** Reports how many bytes of a file have been read so far. */
  reading({ name, bytes }: LineFile, read: number): void {
    this.#at(`reading ${name}`, read, bytes, (count) => `${(count / 1e6).toFixed(1)} MB`);
  }

  /** Reports how many rows of a kind have been written so far. `total` is `null` if unknown. */
  writing(kind: string, count: number, total: number | null): void {
    this.#at(`writing ${kind}`, count, total, (rows) => rows.toLocaleString("en"));
  }

  /** Reports how many titles have been compared with the live catalog so far. */
  comparing(count: number, total: number): void {
    this.#at("comparing titles", count, total, (titles) => titles.toLocaleString("en"));
  }

  /** Ends the current step and prints a line below it. */
  print(text: string): void {
    this.done();
    this.#screen.write(`${text}\n`);
  }

  done(): void {
    if (this.#step === "") return;
    const seconds = ((this.#now() - this.#began) / 1000).toFixed(1);
    this.#screen.write(
      `${this.#screen.isTTY ? "\r\x1b[K" : ""}${this.#step}: ${this.#last()} in ${seconds} s\n`,
    );
    this.#step = "";
  }

  #at(step: string, count: number, total: number | null, format: (count: number) => string): void {
    const now = this.#now();
    if (step !== this.#step) {
      this.done();
      this.#step = step;
      this.#began = now;
      this.#shown = now;
    }
    if (this.#screen.isTTY && now - this.#shown >= REFRESH) {
      this.#shown = now;
      const rate = count / Math.max(now - this.#began, 1);
      const left = total === null ? "" : `, ${Math.max(0, Math.ceil((total - count) / rate / 1000))} s left`;
      const share = total === null ? format(count) : `${format(count)} of ${format(total)}`;
      this.#screen.write(`\r\x1b[K${step}: ${share}, ${format(rate * 1000)}/s${left}`);
    }
    this.#last = () => format(count);
  }
}
