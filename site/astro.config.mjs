import { rm } from "node:fs/promises";
import cloudflare from "@astrojs/cloudflare";
import { defineConfig } from "astro/config";

/**
 * Helpers that only Astro's image and font components call. Nothing uses their list of media types, which takes 10 KB
 * of the Worker.
 */
const PURE = ["$$createComponent", "$$createAstro"];

/** Parts of Astro and its adapter that no page uses. They take 50 KB of the Worker, including zod. */
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
 * Creates a plugin that transforms a module in the Worker build, but not in `npm run dev` or while pages are
 * prerendered.
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

/** Removes the messages of Astro's errors (8 KB). The errors keep their names, which Astro documents. */
const withoutTexts = inWorker("without-texts", /astro\/dist\/core\/errors\/errors-data\.js$/, (code) => {
  const names = [...code.matchAll(/^const (\w+) = \{/gm)].map(([, name]) => name);
  const errors = names.map((name) => `export const ${name} = /* @__PURE__ */ named("${name}");`);
  return `const named = (name) => ({ name, title: name, message: () => name, hint: () => "" });\n${errors.join("\n")}`;
});

/** Removes the code that checks every response for cookies (4 KB), because no page sets any. */
const withoutCookies = inWorker(
  "without-cookies",
  /astro\/dist\/core\/cookies\/cookies\.js$/,
  () => "export class AstroCookies { static consume() { return []; } consume() { return []; } merge() {} }",
);

/** Removes levels, labels and terminal colours from Astro's logger (2 KB). */
const withoutLevels = inWorker(
  "without-levels",
  /astro\/dist\/core\/logger\/manifest-logger\.js$/,
  () => `
    const logger = { debug() {}, info() {}, warn() {}, error: (label, text) => console.error(text) };
    export const getLogger = () => logger;
    export const getResolvedLogger = () => Promise.resolve(logger);`,
);

/** Removes the second copy of the routes (1 KB), because a build reads them from the manifest. */
const withoutRoutes = inWorker(
  "without-routes",
  /^\0virtual:astro:routes$/,
  () => "export const routes = [];",
);

/**
 * Replaces the adapter's application (10 KB), which also renders error pages and reads proxy headers, with Astro's
 * functions for a single request. They are enough, because the Worker handles errors of pages and serves everything
 * except pages from files.
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
 * Functions of Astro that no page calls, in modules that pages need (3 KB). They handle proxy headers, islands, JSX,
 * policies and locales.
 */
const UNCALLED = [
  "applyForwardedHeaders",
  "codeFrame",
  "computeCurrentLocale",
  "getClientAddress",
  "getCsp",
  "handleVNode",
  "renderComponentToString",
  "renderFrameworkComponent",
  "renderHTMLComponent",
];
const withoutUncalled = inWorker(
  "without-uncalled",
  /astro\/dist\/(?:core|runtime\/server)\/.*\.js$/,
  function (code) {
    return blanked(
      code,
      rangesIn(this.parse(code), (node) => {
        const body = node.body ?? node.value?.body ?? node.init?.body;
        const name = node.id?.name ?? node.key?.name;
        return UNCALLED.includes(name) && body?.type === "BlockStatement"
          ? [[body.start + 1, body.end - 1]]
          : [];
      }),
    );
  },
);

/**
 * The documentation of parameters, schemas and problems (4 KB). Only the OpenAPI document and static pages need it.
 */
const DOCUMENTATION = ["description", "example", "explanation", "metadata", "schema"];
const withoutDocumentation = inWorker(
  "without-documentation",
  /\/worker\/contract\/[\w-]+\.ts$/,
  function (code) {
    return blanked(code, rangesIn(this.parse(code), documentationOf));
  },
);

/** Returns the ranges of all properties and arguments with these names. */
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

/** Replaces ranges with spaces, so that the source map stays valid. */
function blanked(code, ranges) {
  let rest = code;
  for (const [start, end] of ranges) {
    rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/\S/g, " ") + rest.slice(end);
  }
  return { code: rest, map: null };
}

/**
 * The Vite plugin copies `.dev.vars` next to the built Worker. Builds are uploaded and archived, so they must not
 * contain its secrets. `npm start` passes the settings to the server itself.
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

/** Removes file names and the scripts of islands from the manifest (1 KB). */
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
  adapter: cloudflare({ imageService: "passthrough" }),
  integrations: [withoutSecrets, smallManifest],
  // The content security policy of pages forbids inline styles and scripts, so all of them are files.
  build: { inlineStylesheets: "never", format: "file" },
  vite: {
    plugins: [
      withoutUnused,
      withoutTexts,
      withoutCookies,
      withoutLevels,
      withoutRoutes,
      withoutApplication,
      withoutUncalled,
      withoutDocumentation,
    ],
    // Astro does not minify the Worker by default. It would be half as large again and start more slowly. The source
    // maps are uploaded with it but not served.
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
      // A Worker does not benefit from separate chunks per page, and the names that they share take 10 KB.
      ssr: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: "worker", test: /./ }] } } },
        },
      },
    },
  },
  devToolbar: { enabled: false },
});
