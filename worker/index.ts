/** Entry: what is bound becomes services, then the app answers. */
import { app } from "./app.ts";
import type { Environment } from "./config.ts";
import { requestId } from "./http/request-id.ts";
import { consoleLog } from "./log.ts";
import { createServices, type Services } from "./services.ts";

export default {
  async fetch(request, env, context) {
    let services: Services | undefined;
    return await app.fetch(request, {
      url: new URL(request.url),
      requestId: requestId(request),
      env,
      context,
      log: consoleLog,
      services: () => (services ??= createServices(env, context, consoleLog)),
    });
  },
} satisfies ExportedHandler<Environment>;
