/** The adapter's handler, typed by what we hand it: its own types name a global `Env` that we do not have. */
declare module "@astrojs/cloudflare/handler" {
  export function handle(
    request: Request,
    env: import("./config.ts").Environment,
    context: import("./routes/pages.ts").PageContext,
  ): Promise<Response>;
}
