import cloudflare from "@astrojs/cloudflare";
import { defineConfig } from "astro/config";

export default defineConfig({
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: "./dist",
  output: "server",
  session: false,
  adapter: cloudflare({ imageService: "passthrough" }),
  devToolbar: { enabled: false },
});
