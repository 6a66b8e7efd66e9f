/**
 * Checks what serves the custom domains before a deployment changes them. If there is no terminal, wrangler replaces
 * a domain's DNS record or Worker without asking (`publishCustomDomains`). This module sends the same request to the
 * API and stops the deployment if a domain is in use.
 */
import * as v from "valibot";
import { CommandError } from "../options.ts";
import type { Configured } from "./configuration.ts";
import type { Deployer } from "./deployer.ts";

const Domain = v.object({ hostname: v.string() });
const Changes = v.object({
  removed: v.array(Domain),
  updated: v.array(v.object({ id: v.string(), hostname: v.string(), modified: v.optional(v.boolean()) })),
  conflicting: v.array(Domain),
});
const UNCHANGED = { removed: [], updated: [], conflicting: [] };
const Served = v.object({ service: v.string() });

/**
 * Throws a CommandError if something else serves a custom domain. The message names it. With `takeOver`, only prints
 * the message.
 */
export async function checkDomains(
  { name = "", routes = [] }: Configured,
  takeOver: boolean,
  { account, call, print }: Deployer,
): Promise<void> {
  const domains = routes.flatMap((route) => {
    if (typeof route === "string" || !("custom_domain" in route) || !route.custom_domain) return [];
    const { pattern: hostname, custom_domain: _, ...zone } = route;
    return [{ ...zone, hostname }];
  });
  if (domains.length === 0) return;
  const path = `/accounts/${account}/workers/scripts/${name}/domains/changeset?replace_state=true`;
  const changes = await call({ method: "POST", path, body: domains, isRepeatable: true }, Changes, UNCHANGED);
  for (const { hostname } of changes.removed)
    print(`${hostname} is not in wrangler.toml, so the deployment removes it from ${name}.`);
  const taken = changes.conflicting.map(({ hostname }) => `${hostname} has a DNS record`);
  for (const { id, hostname } of changes.updated.filter(({ modified }) => modified)) {
    const record = `/accounts/${account}/workers/domains/records/${id}`;
    const { service } = await call({ method: "GET", path: record }, Served, { service: name });
    if (service !== name) taken.push(`${hostname} is served by the Worker ${service}`);
  }
  if (taken.length === 0) return;
  const what = `${taken.join("; ")}.`;
  if (!takeOver) throw new CommandError(`${what} Use --take-over to replace it.`);
  print(`Taking over: ${what}`);
}
