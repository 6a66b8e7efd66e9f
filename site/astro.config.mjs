import { rm } from "node:fs/promises";
import cloudflare from "@astrojs/cloudflare";
import { defineConfig } from "astro/config";

/**
 * Functions without side effects, whose calls are dropped if the result is unused. This removes Astro's image and
 * font components, whose list of media types takes 10 KB of the Worker.
 */
const PURE = ["$$createComponent", "$$createAstro"];

/** Modules of Astro and its adapter that no page uses. They import zod and would take 50 KB of the Worker. */
const UNUSED = [
  "actions/(?:handler|utils|runtime/client)",
  "assets/utils/(?:metadata|vendor/image-size/types/index)",
  "core/app/(?:origin-check|validate-headers)",
  "core/(?:cache|i18n)/handler",
  "core/csp/runtime",
  "core/errors/(?:build|default|dev)-handler",
  "core/(?:encryption|i18n/domain|redirects/render|render/paginate|routing/validation|server-islands/endpoint)",
  "entrypoints/image-passthrough-endpoint",
  "i18n/utils",
  "runtime/server/(?:hydration|jsx|scripts|serialize|shorthash)",
  "runtime/server/render/(?:csp|dom|server-islands)",
  "(?<=piccolore/dist/)index",
  "template/4xx",
  "utils/static-image-collection",
];

/**
 * Creates a plugin that transforms modules in the build of the Worker, but not in `npm run dev` or for static pages.
 */
function inWorker(name, id, handler) {
  return {
    name,
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    transform: { filter: { id }, handler },
  };
}

const UNUSED_MODULES = new RegExp(`(?:astro|cloudflare|piccolore)/dist/(?:${UNUSED.join("|")})\\.js$`);
const withoutUnused = inWorker("without-unused", UNUSED_MODULES, (code) => {
  const [exported] = /export ?\{[^}]*\};\s*$/.exec(code);
  return `function unused() {}\n${exported.replaceAll(/(?:\w+ as )?(\w+)(?=,|\s*\})/g, "unused as $1")}`;
});

/**
 * Replaces the adapter's request handler, which takes 10 KB because it also renders error pages and reads proxy
 * headers. A handler that only renders pages is enough, because the Worker handles errors itself.
 */
const withoutApplication = inWorker(
  "without-application",
  /cloudflare\/dist\/utils\/handler\.js$/,
  () => `
    import { FetchState, middleware, pages } from "astro/fetch";
    export function handle(request, env, context) {
      const state = new FetchState(request);
      if (state.routeData.route === "/404") return env.ASSETS.fetch(request);
      state.locals = { cfContext: context };
      state.renderError = (request, { error }) => Promise.reject(error);
      return middleware(state, () => pages(state));
    }`,
);

/**
 * The names of the properties and functions that document parameters, schemas and problems. Only the OpenAPI document
 * and static pages need this documentation, which would take 4 KB of the Worker.
 */
const DOCUMENTATION = ["description", "example", "explanation", "metadata", "schema"];
const withoutDocumentation = inWorker(
  "without-documentation",
  /\/worker\/contract\/[\w-]+\.ts$/,
  function (code) {
    return blanked(code, rangesIn(this.parse(code), documentationOf));
  },
);

/** Returns the ranges of an object's properties, or of a call's arguments, that are named in `DOCUMENTATION`. */
function documentationOf(node) {
  const items = { ObjectExpression: node.properties, CallExpression: node.arguments }[node.type] ?? [];
  return items.flatMap((item, index) => {
    const name = item.key?.name ?? item.callee?.property?.name;
    return DOCUMENTATION.includes(name) ? [[item.start, items[index + 1]?.start ?? node.end - 1]] : [];
  });
}

function rangesIn(node, rangesOf) {
  if (typeof node !== "object" || node === null) return [];
  return [...rangesOf(node), ...Object.values(node).flatMap((child) => rangesIn(child, rangesOf))];
}

/** Replaces ranges with spaces, so that all other code keeps its position and the source map stays valid. */
function blanked(code, ranges) {
  let rest = code;
  for (const [start, end] of ranges) {
    rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/\S/g, " ") + rest.slice(end);
  }
  return { code: rest, map: null };
}

/**
 * The directory of the built Worker. The Vite plugin copies `.dev.vars` into it. The copy is deleted, because builds
 * are uploaded and archived and must not contain secrets. `npm start` passes the settings to the server itself.
 */
let server;
const withoutSecrets = {
  name: "without-secrets",
  hooks: {
    "astro:config:done": ({ config }) => {
      server = config.build.server;
    },
    "astro:build:done": () => rm(new URL(".dev.vars", server), { force: true }),
  },
};

/**
 * Removes file names and the scripts of islands from the manifest. They take 1 KB, and the Worker does not need them.
 */
const smallManifest = {
  name: "small-manifest",
  hooks: {
    "astro:build:ssr": ({ manifest }) => Object.assign(manifest, { assets: [], clientDirectives: [] }),
  },
};

export default defineConfig({
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: "./dist",
  output: "server",
  session: false,
  trailingSlash: "ignore",
  adapter: cloudflare({ imageService: "passthrough", configPath: process.env.DEV_CONFIGURATION }),
  integrations: [withoutSecrets, smallManifest],
  // The content security policy forbids inline styles and scripts, so all of them are in files.
  build: { inlineStylesheets: "never", format: "file" },
  vite: {
    plugins: [withoutUnused, withoutApplication, withoutDocumentation],
    // The Worker is minified, which is not Astro's default, because it would otherwise be 50 % larger and start more
    // slowly. Source maps are uploaded with it, but not served.
    build: {
      assetsInlineLimit: 0,
      sourcemap: true,
      rolldownOptions: {
        output: { minify: true, comments: false },
        treeshake: { manualPureFunctions: PURE },
      },
    },
    environments: {
      client: { build: { sourcemap: false } },
      // A Worker gains nothing from separate chunks per page, and their exported names would take 10 KB. Only `/mcp`
      // and cards have chunks of their own, because most isolates never receive a request for them.
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: "worker",
                    test: /^(?!.*\/(?:web\/mcp|cards\/(?:canvas|draw-card|outlines)\.ts)|.*\.woff\?inline)/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  devToolbar: { enabled: false },
});
