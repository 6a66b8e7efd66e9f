/** A copy of this checkout, without what git ignores, to be built in a way of its own. It needs no git itself. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outboundIn, watchOutbound } from "../faults/outbound.ts";

export interface Checkout {
  readonly folder: string;
  /** Throws what the build printed when it fails. */
  readonly build: (settings: Readonly<Record<string, string>>) => void;
  /** The other machines that builds of it asked for anything. */
  readonly outbound: () => string[];
  readonly remove: () => void;
}

export function copyCheckout(): Checkout {
  // With a space in its path, as folders of people have.
  const folder = mkdtempSync(join(tmpdir(), "marquee checkout-"));
  const log = join(folder, "outbound.log");
  const ignored = readFileSync(".gitignore", "utf8").trim().split("\n");
  const exclude = [".git", ...ignored].map((pattern) => pattern.replace(/\/$/, ""));
  for (const name of globSync("*", { exclude }).concat(globSync(".*", { exclude }))) {
    cpSync(name, join(folder, name), { recursive: true });
  }
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
