/**
 * Runs project setups in the background while other projects are tested. A project's first test file waits until its
 * setup has ended.
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
  /** The setups by project name, in a global because setups and the pool share a process but no modules. */
  var setupsOfTests: Map<string, Promise<unknown>> | undefined;
}

/** Starts a setup and returns its teardown. The run fails with the setup's error. */
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
    // After an error the tests fail by themselves, because they lack the provided values.
    await globalThis.setupsOfTests?.get(this.#project.name)?.catch(() => undefined);
    const providedContext = this.#project.getProvidedContext();
    super.send({ ...message, context: { ...message.context, providedContext } });
  }
}

export const afterSetup: PoolRunnerInitializer = {
  name: "after-setup",
  createPoolWorker: (options) => new WorkerAfterSetup(options),
};
