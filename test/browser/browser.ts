/** Runs Chromium with fonts and libraries from npm packages, so that nothing has to be installed on the machine. */
import { dirname, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { writeFontConfiguration } from "./fonts.ts";
import { unpackedBrowser } from "./unpacked.ts";

const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--headless=shell"];

/** The browser that all test files of a worker process share. It ends with the process. */
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
 * Opens a page without cache or storage, which the test must close. Motion is reduced, because page transitions use
 * more CPU time than the pages do.
 */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launch();
  return await (await browser).newPage({ locale: "en", reducedMotion: "reduce", ...options });
}

/** Idle pages by their options. Reusing one is four times as fast as opening a page, which starts a process. */
const idle = new Map<string, Page>();
/** The maximum number of idle pages, each of which is a process. */
const MAX_IDLE = 4;

/** Playwright's default viewport. */
const WINDOW = { width: 1_280, height: 720 };

/**
 * Opens a page that is closed after the test. The page may have been used by an earlier test, so its history and
 * cache are not empty. Tests that set a clock or an init script need `newPage()`, because neither can be undone.
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
  // The storage of the browser's error page cannot be cleared.
  if (!isCleared) return await page.close();
  const [oldest = key] = idle.size === MAX_IDLE ? idle.keys() : [];
  await idle.get(oldest)?.close();
  idle.delete(oldest);
  idle.set(key, page);
}

export async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(`${inject("target")}${path}`);
  return page;
}

/** Holds requests for matching URLs until the returned function is called. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}
