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

/**
 * In a context of its own: with no cache, no storage and these options. The test that opens it closes it. Without motion, because
 * the frames of a transition between pages take more of a processor than the pages.
 */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launch();
  return await (await browser).newPage({ locale: "en", reducedMotion: "reduce", ...options });
}

/** Pages of earlier tests, by their options: a page that stays on its site takes a quarter of the time of a new process. */
const idle = new Map<string, Page>();
/** Each is a process. */
const MAX_IDLE = 4;

/** The size of the window in Playwright's own contexts. */
const WINDOW = { width: 1_280, height: 720 };

/**
 * For one test, which need not close it. It may have been another test's, whose visited pages are in its history and cache. What
 * nobody can take back, such as a clock or an init script, needs a page of its own.
 */
export async function openPage(given: BrowserContextOptions = {}): Promise<Page> {
  const { viewport, ...options } = given;
  const key = JSON.stringify(options);
  const page = idle.get(key) ?? (await newPage(options));
  idle.delete(key);
  onTestFinished(() => release(page, key));
  await page.setViewportSize(viewport ?? WINDOW);
  return page;
}

async function release(page: Page, key: string): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
  await page.emulateMedia({ media: null, colorScheme: "light", forcedColors: "none" });
  const isCleared = await page.evaluate("localStorage.clear()").then(
    () => true,
    () => false,
  );
  // The browser's own page for an error has no storage.
  if (!isCleared) return await page.close();
  const [oldest = key] = idle.size === MAX_IDLE ? idle.keys() : [];
  await idle.get(oldest)?.close();
  idle.delete(oldest);
  idle.set(key, page);
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
