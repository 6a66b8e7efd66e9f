/** Entry point: lets the app respond and logs the request. */
import { respond } from "./app.ts";
import type { Environment } from "./config.ts";
import { createIsolate } from "./isolate.ts";
import { consoleLog } from "./log.ts";
import { servicesOf } from "./services.ts";
import { routeName } from "./web/addresses.ts";
import { report, requestLine } from "./web/observe.ts";
import { contextOf } from "./web/request-context.ts";

const isolate = createIsolate(Date.now, consoleLog);
const servicesAt = servicesOf(isolate);

export default {
  async fetch(request, env, execution) {
    const context = await contextOf(request, { env, execution, isolate, servicesAt });
    const response = await respond(request, context);
    const { url, matched, observation, log } = context;
    const line = requestLine({ request, route: routeName(url, matched), response, observation });
    report(line, { log, analytics: env.ANALYTICS, random: Math.random });
    return response;
  },
} satisfies ExportedHandler<Environment>;
