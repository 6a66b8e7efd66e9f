/**
 * What a deployment would take away from others. Without a terminal wrangler does not ask: it replaces the DNS record, and
 * the Worker, that a custom domain belongs to (`publishCustomDomains` in wrangler). So we ask the API what wrangler would
 * ask, and refuse.
 */
import * as v from "valibot";
import type { Environment } from "./environment.ts";
import type { Target } from "./target.ts";

const Domain = v.object({ hostname: v.string() });
const Changes = v.object({
  removed: v.array(Domain),
  updated: v.array(v.object({ id: v.string(), hostname: v.string(), modified: v.optional(v.boolean()) })),
  conflicting: v.array(
    v.object({
      hostname: v.string(),
      zone_id: v.optional(v.string()),
      external_dns_record_id: v.optional(v.string()),
    }),
  ),
});
const Served = v.object({ service: v.string() });
const DnsRecord = v.object({ type: v.string(), content: v.string() });

/** Throws, naming what serves a custom domain now, unless it may be taken over. */
export async function checkDomains(
  { worker, domains }: Target,
  account: string,
  { takeOver }: { readonly takeOver: boolean },
  environment: Environment,
): Promise<void> {
  if (domains.length === 0) return;
  environment.say(`Checking what serves ${domains.map(({ hostname }) => hostname).join(", ")} now.`);
  const path = `/accounts/${account}/workers/scripts/${worker}/domains/changeset?replace_state=true`;
  const { removed, updated, conflicting } = v.parse(
    Changes,
    await environment.callApi({ method: "POST", path, body: domains }),
  );
  for (const { hostname } of removed) {
    environment.say(`${hostname} is not in wrangler.toml: the deployment removes it from ${worker}.`);
  }
  const taken: string[] = [];
  for (const { id, hostname } of updated.filter(({ modified }) => modified)) {
    const record = `/accounts/${account}/workers/domains/records/${id}`;
    const { service } = v.parse(Served, await environment.callApi({ method: "GET", path: record }));
    if (service !== worker) taken.push(`${hostname} is served by the Worker ${service}`);
  }
  for (const { hostname, zone_id, external_dns_record_id } of conflicting) {
    const record = `/zones/${zone_id}/dns_records/${external_dns_record_id}`;
    // The token need not be allowed to read DNS records.
    const found = await environment.callApi({ method: "GET", path: record }).catch(() => null);
    const named = v.is(DnsRecord, found) ? `${found.type} ${found.content}` : "see the zone's DNS records";
    taken.push(`${hostname} has a DNS record (${named})`);
  }
  if (taken.length === 0) return;
  const what = `${taken.join("; ")}.`;
  if (!takeOver) throw new Error(`${what} It stays there: only --take-over replaces it.`);
  environment.say(`Taking over: ${what}`);
}
