/** A copy of this checkout, as git would give it and with what is not committed yet, to be built in a way of its own. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Checkout {
  readonly folder: string;
  /** Throws what the build printed when it fails. */
  readonly build: (settings: Readonly<Record<string, string>>) => void;
  readonly remove: () => void;
}

export function copyCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "marquee-checkout-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  }).split("\0");
  for (const file of listed.filter((name) => existsSync(name) && name !== "")) {
    cpSync(file, join(folder, file), { errorOnExist: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    build(settings) {
      const quiet = { ASTRO_TELEMETRY_DISABLED: "1", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
      execFileSync("node_modules/.bin/astro", ["build", "--config", "site/astro.config.mjs"], {
        cwd: folder,
        env: { ...process.env, SITE_URL: undefined, ...quiet, ...settings },
        stdio: "pipe",
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
