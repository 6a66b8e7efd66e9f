/** A real Chromium, from its package, with fonts and libraries from packages: nothing to install. */
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { writeFontConfiguration } from "./fonts.ts";
import { unpackedBrowser } from "./unpacked.ts";

const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--headless=shell"];

export async function launchBrowser(): Promise<Browser> {
  const folder = await unpackedBrowser();
  const fonts = writeFontConfiguration(dirname(folder), join(folder, "fonts"));
  return await chromium.launch({
    executablePath: join(folder, "chromium"),
    args: FLAGS,
    env: { ...process.env, FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: join(folder, "al2023/lib") },
  });
}
