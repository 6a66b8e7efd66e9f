import { handle } from "@astrojs/cloudflare/handler";
export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    if (url.pathname === "/v1/") return Response.json([]);
    return handle(request, env, { waitUntil: ctx.waitUntil.bind(ctx), visit: "hello" } as never);
  },
};
