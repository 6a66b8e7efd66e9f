/**
 * The fonts of the tests' browser. They come from packages, and fontconfig is told of no other
 * folder, so that no page looks different because of what a machine has installed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";

/** Faces that systems set their text in: a narrow one, a usual one, and last the widest. */
export const FACES = ["PT Sans Narrow", "Open Sans", "DejaVu Sans"] as const;

/** A display face a third wider than those: not everything has to fit, but nothing may overflow. */
export const WIDEST_FACE = "Krona One";

export type Face = (typeof FACES)[number] | typeof WIDEST_FACE;

const DEFAULT_FACE: Face = "Open Sans";

/** For what the face lacks: Arabic, Japanese, Chinese. */
const FALLBACKS = ["DejaVu Sans", "Sawarabi Gothic", "ZCOOL XiaoWei"];

const PACKAGES = [
  "dejavu-fonts-ttf",
  "@expo-google-fonts/krona-one",
  "@expo-google-fonts/pt-sans-narrow",
  "@expo-google-fonts/sawarabi-gothic",
  "@expo-google-fonts/zcool-xiaowei",
];

/** Shows the page as on a system whose text is set in this face, and which did not get the site's own. */
export async function setFace(page: Page, face: Face): Promise<void> {
  await page.evaluate(`for (const name of ["--text", "--display"]) {
    document.documentElement.style.setProperty(name, ${JSON.stringify(`"${face}", sans-serif`)});
  }`);
}

/** Writes fontconfig's configuration into the folder and returns its path. `openSans`: the folder that has it. */
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
