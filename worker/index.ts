/** Entry point: creates the services from the bindings, lets the app respond and logs the request. */
import { respond } from "./app.ts";
import type { Environment } from "./config.ts";
import { withoutKey } from "./http/access.ts";
import { requestId } from "./http/headers.ts";
import { siteAt } from "./http/site.ts";
import { createIsolate } from "./isolate.ts";
import { consoleLog, logFor } from "./log.ts";
import { Observation } from "./observe/observation.ts";
import { report, requestLine } from "./observe/request-line.ts";
import { kindOf, matchAddress, routeName } from "./routes/addresses.ts";
import { createServices, requestHealth, type Services } from "./services.ts";

const isolate = createIsolate(Date.now, consoleLog);

export default {
  async fetch(request, env, execution) {
    const url = withoutKey(request.url);
    const matched = await matchAddress(url);
    const kind = kindOf(url, matched);
    const observation = new Observation(Date.now);
    const id = requestId(request);
    const log = logFor(id, consoleLog);
    const config = () => isolate.configOf(env);
    const site = siteAt(url, config);
    const asked = { url, matched, kind, requestId: id, site, env, execution, config, log, observation };
    const dependencies = { ...asked, isolate, request };
    let services: Services | undefined;
    const response = await respond(request, {
      ...asked,
      now: Date.now,
      health: () => requestHealth(dependencies),
      services: () => (services ??= createServices(dependencies)),
    });
    const line = requestLine({ request, route: routeName(url, matched), response, observation });
    report(line, { log, analytics: env.ANALYTICS, random: Math.random });
    return response;
  },
} satisfies ExportedHandler<Environment>;
