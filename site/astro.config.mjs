import cloudflare from "@astrojs/cloudflare";
import { defineConfig } from "astro/config";
import { withoutSecrets } from "./without-secrets.mjs";

/**
 * Of Astro, 18 KB of the Worker that nothing in it reads: `z`, the schemas of the configuration; the others, its components
 * for images and fonts, with a list of media types.
 */
const PURE = ["z", "$$createComponent", "$$createAstro"];

export default defineConfig({
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: "./dist",
  output: "server",
  session: false,
  trailingSlash: "ignore",
  adapter: cloudflare({ imageService: "passthrough" }),
  integrations: [withoutSecrets],
  // The policy of the pages allows no inline style or script: all of them are files.
  build: { inlineStylesheets: "never", format: "file" },
  vite: {
    // Astro would leave the Worker's code as it was written: half as large again, and slower to start.
    // Its source maps are uploaded with it; there are none among the files that are served.
    build: {
      assetsInlineLimit: 0,
      sourcemap: true,
      rolldownOptions: { output: { minify: true }, treeshake: { manualPureFunctions: PURE } },
    },
    environments: { client: { build: { sourcemap: false } } },
  },
  devToolbar: { enabled: false },
});
