/**
 * Provides the fonts for the test browser. They all come from packages, so that pages look the same on every machine.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";

/** Fonts that operating systems use for text: a narrow, a common and a wide one. */
export const FACES = ["PT Sans Narrow", "Open Sans", "DejaVu Sans"] as const;

/** A display font that is a third wider than the others. Text in this font may be cut off but must not overflow. */
export const WIDEST_FACE = "Krona One";

export type Face = (typeof FACES)[number] | typeof WIDEST_FACE;

const DEFAULT_FACE: Face = "Open Sans";

/** Fonts for Arabic, Japanese and Chinese text. */
const FALLBACKS = ["DejaVu Sans", "Sawarabi Gothic", "ZCOOL XiaoWei"];

const PACKAGES = [
  "dejavu-fonts-ttf",
  "@expo-google-fonts/krona-one",
  "@expo-google-fonts/pt-sans-narrow",
  "@expo-google-fonts/sawarabi-gothic",
  "@expo-google-fonts/zcool-xiaowei",
];

/** Renders the page with this font instead of the site's web font. */
export async function setFace(page: Page, face: Face): Promise<void> {
  await page.evaluate(`for (const name of ["--text", "--display"]) {
    document.documentElement.style.setProperty(name, ${JSON.stringify(`"${face}", sans-serif`)});
  }`);
}

/**
 * Writes a configuration file for fontconfig into `folder` and returns its path. `openSans` is the folder of the font
 * Open Sans.
 */
export function writeFontConfiguration(folder: string, openSans: string): string {
  const { resolve } = createRequire(import.meta.url);
  const folders = [openSans, ...PACKAGES.map((name) => dirname(resolve(`${name}/package.json`)))];
  const families = [DEFAULT_FACE, ...FALLBACKS].map((family) => `<string>${family}</string>`).join("");
  const text = [
    `<?xml version="1.0"?>`,
    `<!DOCTYPE fontconfig SYSTEM "fonts.dtd">`,
    "<fontconfig>",
    ...folders.map((each) => `<dir>${escaped(each)}</dir>`),
    `<cachedir>${escaped(join(folder, "fontconfig"))}</cachedir>`,
    `<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>`,
    `<match><edit name="family" mode="append_last">${families}</edit></match>`,
    "</fontconfig>",
  ].join("\n");
  const path = join(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text);
  return path;
}

function escaped(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
