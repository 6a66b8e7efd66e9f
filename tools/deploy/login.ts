/** Who deploys: wrangler's own login, or CLOUDFLARE_API_TOKEN where nobody can log in. */
import * as v from "valibot";
import { wrangler } from "./command.ts";
import type { Outside } from "./outside.ts";

const Identity = v.object({ accounts: v.array(v.object({ id: v.string(), name: v.string() })) });

/** Throws, with what to do, when there is no login or no one account. */
export async function checkLogin(outside: Outside): Promise<void> {
  outside.say("Checking the login.");
  const printed = await outside.run(wrangler("whoami", "--json")).catch((cause: unknown) => {
    throw new Error("Nobody is logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.", { cause });
  });
  const { accounts } = v.parse(Identity, JSON.parse(printed));
  const chosen = process.env.CLOUDFLARE_ACCOUNT_ID;
  const named = accounts.map(({ id, name }) => `${name} (${id})`).join(", ");
  if (chosen === undefined && accounts.length > 1) {
    throw new Error(`The login has several accounts, set CLOUDFLARE_ACCOUNT_ID to one of them: ${named}`);
  }
  outside.say(`The account is ${named === "" ? chosen : named}.`);
}
