/**
 * Runs the setups of projects in the background while other projects are tested. The first test file of a project
 * waits for its setup.
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
  /**
   * The setups by project name. They are stored in a global, because the setups and the pool share a process but no
   * modules.
   */
  var setupsOfTests: Map<string, Promise<unknown>> | undefined;
}

/** Starts a setup in the background and returns its teardown. If the setup fails, so does the run. */
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
    // If the setup fails, the tests fail because the values that it provides are missing.
    await globalThis.setupsOfTests?.get(this.#project.name)?.catch(() => undefined);
    const providedContext = this.#project.getProvidedContext();
    super.send({ ...message, context: { ...message.context, providedContext } });
  }
}

export const afterSetup: PoolRunnerInitializer = {
  name: "after-setup",
  createPoolWorker: (options) => new WorkerAfterSetup(options),
};
