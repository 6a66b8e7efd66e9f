/** `/v1/usage`: the use of the caller's own key. */
import { readKeyUse } from "../changes/api-keys.ts";
import { LIMITS } from "../contract/limits.ts";
import { Problem } from "../contract/problem.ts";
import { KEY_ID_LENGTH, type UsageResponse } from "../contract/usage.ts";
import { NOT_OFFERED } from "../source/source.ts";
import { requireCaller } from "./caller.ts";
import { keepPrivate } from "./http/access.ts";
import { send } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

export async function usage(request: Request, context: RequestContext): Promise<Response> {
  const { CONTROL: control } = context.env;
  if (control === undefined) throw new Problem("not-offered", NOT_OFFERED);
  const { digest, requests } = await requireCaller(request, context);
  const refusal = await context.allowance();
  if (refusal !== null) throw refusal;
  const body: UsageResponse = {
    id: digest.slice(0, KEY_ID_LENGTH),
    limit: requests ?? LIMITS.key.requests,
    days: [...(await readKeyUse(control, digest))],
  };
  const response = send(request, {
    type: "application/json",
    body: new TextEncoder().encode(JSON.stringify(body)),
    freshness: null,
  });
  keepPrivate(response.headers);
  return response;
}
