/** All that a deployment touches outside itself; the dry run puts a rehearsal in its place. */
import type { Command } from "./command.ts";
import type { Target } from "./target.ts";

export interface Outside {
  /** One line for the operator, before what it speaks of is done. */
  say(line: string): void;
  /** Gives what the command printed. Throws with that when it fails. */
  run(command: Command): Promise<string>;
  /** Runs a command that uploads, and gives what wrangler says of the result. */
  upload(command: Command): Promise<Uploaded>;
  /** Puts names and ids into the built configuration. */
  configure(target: Target, databaseId: string): void;
  /** Writes the statements that fill an empty catalog with the starter, and gives the file's path. */
  writeStarter(): Promise<string>;
  /** A file with the secrets of a preview; `null` when none was given. */
  writePreviewSecrets(): string | null;
  /**
   * Resolves when this version answers at its address, and again a few times in a row. Throws when
   * it never does, and `Unreachable` when there was no connection to ask it.
   */
  untilAnswering(tested: Tested): Promise<void>;
}

export interface Uploaded {
  readonly version: string;
  /** The address the version answers at, without a slash at the end; `null`: it has none of its own. */
  readonly address: string | null;
}

export interface Upload extends Uploaded {
  readonly address: string;
}

export interface Tested extends Upload {
  /** Names the version to the platform, where another one has the traffic of the address. */
  readonly override?: string;
}
