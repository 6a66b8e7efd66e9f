/** Types the adapter's handler with the arguments that we pass, because its own types require a global `Env`. */
declare module "@astrojs/cloudflare/handler" {
  export function handle(
    request: Request,
    env: import("./config.ts").Environment,
    context: import("./web/pages.ts").PageContext,
  ): Promise<Response>;
}
