/** Whether a version is fit for traffic: it answers at its address, and passes the smoke test there. */
import { Unreachable } from "./answering.ts";
import { asTyped, type Command } from "./command.ts";
import type { Outside, Tested } from "./outside.ts";

/** Throws `Unreachable` when nothing could be found out about the version. */
export async function verify(tested: Tested, outside: Outside): Promise<void> {
  outside.say(`Waiting until version ${tested.version} answers at ${tested.address}.`);
  const test = smokeTest(tested);
  try {
    await outside.untilAnswering(tested);
  } catch (thrown) {
    if (!(thrown instanceof Unreachable)) throw thrown;
    const later = `Version ${tested.version} stays, and could not be tested yet. Its test, for later:`;
    throw new Unreachable(`${thrown.message}\n${later}\n${asTyped(test)}`);
  }
  outside.say("Running the smoke test against it.");
  await outside.run(test);
}

function smokeTest({ address, override }: Tested): Command {
  return {
    program: "vitest",
    parameters: ["run", "--project", "product", "test/product/smoke.test.ts"],
    settings: { TARGET_URL: address, ...(override === undefined ? {} : { SMOKE_OVERRIDE: override }) },
  };
}
