/**
 * An upstream whose responses contain the time of the test's clock, so that tests can determine the age of a
 * response.
 */
import { json, respond, status } from "../faults/behaviours.ts";
import { type Behaviour, type Call, type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import type { Clock, Reply } from "./behind-front.ts";

export interface DatedUpstream {
  readonly url: string;
  readonly calls: FaultyUpstream["calls"];
  failing: boolean;
  readonly unknown: Set<number>;
  readonly nothing: Set<string>;
  year: string;
  close(): Promise<void>;
}

export async function startDatedUpstream(clock: Clock): Promise<DatedUpstream> {
  const behaviour: Behaviour = (socket, call) => answerTo(call)(socket, call);
  const faulty = await startFaultyUpstream(behaviour);
  const upstream: DatedUpstream = {
    url: faulty.url,
    calls: faulty.calls,
    failing: false,
    unknown: new Set(),
    nothing: new Set(),
    year: "1999",
    close: faulty.close,
  };

  function answerTo({ parameters }: Call): Behaviour {
    if (upstream.failing) return status(503);
    const madeAt = `made at ${clock.now()}`;
    if (upstream.nothing.has(parameters.get("q") ?? "")) return json("[]");
    if (parameters.get("category") === "search")
      return json(JSON.stringify([createRecord(parameters, madeAt)]));
    const id = Number(parameters.get("id"));
    if (upstream.unknown.has(id)) return respond(404, { "Content-Type": "application/json" }, "{}");
    return json(
      JSON.stringify({ id, cast: [{ id: 2, name: "A Person", profile_path: null, character: madeAt }] }),
    );
  }

  /** Returns a record whose title is the query and whose id is the number in the query. */
  function createRecord(parameters: URLSearchParams, made: string) {
    const title = parameters.get("q") ?? "";
    const id = Number(/\d+/.exec(title)?.[0] ?? 1);
    const poster = `2024/01/${id}.jpg`;
    return { id, title, original_title: made, plot: made, type: "movie", year: upstream.year, poster };
  }

  return upstream;
}

/**
 * Returns the age of the oldest data in the response in seconds, or `null` if the response contains no data of this
 * upstream.
 */
export function measureAge({ body }: Reply, clock: Clock): number | null {
  const made = [...body.matchAll(/made at (\d+)/g)].map(([, at]) => Number(at));
  return made.length === 0 ? null : (clock.now() - Math.min(...made)) / 1_000;
}
