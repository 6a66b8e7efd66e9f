import cloudflare from "@astrojs/cloudflare";
import { defineConfig } from "astro/config";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./language/language.ts";

export default defineConfig({
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: "./dist",
  output: "server",
  session: false,
  trailingSlash: "ignore",
  adapter: cloudflare({ imageService: "passthrough" }),
  i18n: { defaultLocale: DEFAULT_LANGUAGE, locales: [...LANGUAGES] },
  // The policy of the pages allows no inline style or script: all of them are files.
  build: { inlineStylesheets: "never", format: "file" },
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
});
