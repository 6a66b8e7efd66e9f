/** Types the adapter's handler by the arguments we pass, because its own types need a global `Env`. */
declare module "@astrojs/cloudflare/handler" {
  export function handle(
    request: Request,
    env: import("./config.ts").Environment,
    context: import("./web/pages.ts").PageContext,
  ): Promise<Response>;
}
