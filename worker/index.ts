/** The entry point, which responds to each request and logs it. */
import { respond } from "./app.ts";
import type { Environment } from "./config.ts";
import { createIsolate } from "./isolate.ts";
import { consoleLog } from "./log.ts";
import { createServiceFactory } from "./services.ts";
import { routeName } from "./web/addresses.ts";
import { countUse } from "./web/caller.ts";
import { createRequestLine, report } from "./web/observe.ts";
import { createRequestContext } from "./web/request-context.ts";

const isolate = createIsolate(Date.now, consoleLog);
const servicesForHost = createServiceFactory(isolate);

export default {
  async fetch(request, env, execution) {
    const context = await createRequestContext(request, { env, execution, isolate, servicesForHost });
    const response = await respond(request, context);
    const { url, matched, observation, log } = context;
    countUse(context, response.status);
    const line = createRequestLine({ request, route: routeName(url, matched), response, observation });
    report(line, { log, analytics: env.ANALYTICS, random: Math.random });
    return response;
  },
} satisfies ExportedHandler<Environment>;
