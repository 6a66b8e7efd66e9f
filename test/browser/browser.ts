/** A real Chromium, from its package: nothing to install. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromiumPackage from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--headless=shell"];

export async function launchBrowser(): Promise<Browser> {
  // The package unpacks itself there: a folder of our own, so that no other user's is in the way.
  process.env.TMPDIR ??= mkdtempSync(join(tmpdir(), "marquee-browser-"));
  return await chromium.launch({ executablePath: await chromiumPackage.executablePath(), args: FLAGS });
}
