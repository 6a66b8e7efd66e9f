/** An engine to compare with, and where the engines are: in packages that only a comparison needs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One title as an engine is given it. */
export interface Indexed {
  readonly id: number;
  readonly title: string;
  readonly original: string;
  readonly aliases: string;
  readonly year: string;
  /** Votes, or any other measure of it. */
  readonly popularity: number;
}

export interface Engine {
  readonly name: string;
  /** Ids, best first. */
  search(text: string, year: string | null): Promise<number[]> | number[];
}

export type BuildEngine = (titles: readonly Indexed[]) => Engine | Promise<Engine>;

/** Not in quotes where it is imported: the type checker follows no further, into packages that are not installed. */
const ENGINES = "./engines.ts";

/** None, and a sentence that says how to get them, where their packages are not installed. */
export async function loadEngines(): Promise<readonly BuildEngine[]> {
  try {
    return (await import(ENGINES)).ENGINES;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
    const packages = Object.entries(dependencies).map((pair) => pair.join(" "));
    console.log(
      `Marquee alone: \`npm ci --prefix test/bench/search\` installs what it is compared with (${packages.join(", ")}).`,
    );
    return [];
  }
}
