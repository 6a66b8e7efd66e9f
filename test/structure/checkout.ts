/** What is in this checkout apart from what git ignores, and copies of it, to be built in a way of their own. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { outboundIn, watchOutbound } from "../faults/outbound.ts";

export interface Checkout {
  readonly folder: string;
  /** Throws what the build printed when it fails. */
  readonly build: (settings: Readonly<Record<string, string>>) => void;
  /** The other machines that builds of it asked for anything. */
  readonly outbound: () => string[];
  readonly remove: () => void;
}

/** Paths of all files but those that git ignores. It needs no git itself. */
export function sourceFiles(): string[] {
  const ignored = [".git", ...readFileSync(".gitignore", "utf8").trim().split("\n")];
  const patterns = ignored.map((pattern) => pattern.replace(/\/$/, ""));
  function below(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !patterns.some((pattern) => matchesGlob(name, pattern)))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? below(path) : [path];
      });
  }
  return below(".");
}

export function copyCheckout(): Checkout {
  // With a space in its path, as folders of people have.
  const folder = mkdtempSync(join(tmpdir(), "marquee checkout-"));
  const log = join(folder, "outbound.log");
  for (const name of sourceFiles()) cpSync(name, join(folder, name));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    build(settings) {
      execFileSync("npm", ["run", "build"], {
        cwd: folder,
        env: { ...process.env, SITE_URL: undefined, ...watchOutbound(log), ...settings },
        stdio: "pipe",
      });
    },
    outbound: () => outboundIn(log),
    // A build that failed may leave a process that still writes.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
