/** A real Chromium, from its package, with fonts and libraries from packages: nothing to install. */
import { dirname, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { writeFontConfiguration } from "./fonts.ts";
import { unpackedBrowser } from "./unpacked.ts";

const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--headless=shell"];

/** One for all files of a worker, which share this module. It ends with the worker's process. */
let browser: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const folder = await unpackedBrowser();
  const fonts = writeFontConfiguration(dirname(folder), join(folder, "fonts"));
  return await chromium.launch({
    executablePath: join(folder, "chromium"),
    args: FLAGS,
    env: { ...process.env, FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: join(folder, "al2023/lib") },
  });
}

/** In a context of its own: with no cache, no storage and these options. The test that opens it closes it. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launch();
  return await (await browser).newPage({ locale: "en", ...options });
}

/** The same for one test, which need not close it. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  onTestFinished(() => page.close());
  return page;
}

/** The same, at this path. */
export async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(`${inject("target")}${path}`);
  return page;
}

/** Requests for such addresses wait until they are released. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}
