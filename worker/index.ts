/** Entry: what is bound becomes services, then the app answers, and the log says how. */
import { app } from "./app.ts";
import type { Environment } from "./config.ts";
import { withoutKey } from "./http/credential.ts";
import { requestId } from "./http/request-id.ts";
import { createIsolate } from "./isolate.ts";
import { consoleLog, logFor } from "./log.ts";
import { Observation } from "./observe/observation.ts";
import { report } from "./observe/report.ts";
import { requestLine } from "./observe/request-line.ts";
import { createServices, type Services, siteAt } from "./services.ts";

/** The one state that outlives a request: bounded, and handed down like everything else. */
const isolate = createIsolate(Date.now, consoleLog);

export default {
  async fetch(request, env, context) {
    const url = withoutKey(request.url);
    const observation = new Observation(Date.now);
    const id = requestId(request);
    const log = logFor(id, consoleLog);
    const site = siteAt(url, env, isolate);
    let services: Services | undefined;
    const response: Response = await app.fetch(request, {
      url,
      requestId: id,
      site,
      env,
      context,
      log,
      observation,
      services: () =>
        (services ??= createServices({ env, context, isolate, request, site, log, observation })),
    });
    report(requestLine({ request, url, response, observation }), { log, analytics: env.ANALYTICS });
    return response;
  },
} satisfies ExportedHandler<Environment>;
