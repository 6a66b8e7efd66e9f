/**
 * Setups that build and start servers run in the background, while tests of other projects run: a worker gets the first test
 * file of its project once the setup has ended, and what it has provided.
 */
import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type TestProject,
  type WorkerRequest,
} from "vitest/node";

type Teardown = () => Promise<void>;

declare global {
  /** By the name of the project. Setups share a process with the workers' pool, but no module. */
  var setupsOfTests: Map<string, Promise<unknown>> | undefined;
}

/** Returns at once. The run ends with the error of a setup, if it has one. */
export function inBackground(project: TestProject, setup: () => Promise<Teardown | undefined>): Teardown {
  const ended = setup();
  ended.catch(() => undefined);
  globalThis.setupsOfTests ??= new Map();
  globalThis.setupsOfTests.set(project.name, ended);
  return async () => await (await ended)?.();
}

class WorkerAfterSetup extends ForksPoolWorker {
  override readonly name = afterSetup.name;
  readonly #project: TestProject;

  constructor(options: PoolOptions) {
    super(options);
    this.#project = options.project;
  }

  override async send(message: WorkerRequest): Promise<void> {
    if (message.type !== "run") return super.send(message);
    // After an error the tests fail: they lack what was to be provided.
    await globalThis.setupsOfTests?.get(this.#project.name)?.catch(() => undefined);
    const providedContext = this.#project.getProvidedContext();
    super.send({ ...message, context: { ...message.context, providedContext } });
  }
}

export const afterSetup: PoolRunnerInitializer = {
  name: "after-setup",
  createPoolWorker: (options) => new WorkerAfterSetup(options),
};
