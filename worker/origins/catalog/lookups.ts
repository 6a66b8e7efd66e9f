/** Titles and people by the ids of other sources. */
import type { FindAnswer } from "../../contract/people.ts";
import type { Capabilities } from "../origin.ts";
import { completeLoad } from "./load-state.ts";
import { peopleStatements } from "./people-statements.ts";
import type { Session } from "./session.ts";
import { prepareStatements, rowsOf } from "./statements.ts";

type Lookups = Pick<Capabilities, "find">;

export function lookups(session: Session): Lookups {
  const { batch } = session;
  const { loadState } = prepareStatements(session);
  const { external: byExternal, numbered } = peopleStatements(session);
  return {
    async find({ source, external }) {
      const imdb = source === "imdb" ? /^(tt|nm)0*(\d{1,10})$/.exec(external) : null;
      const [states, ...results] = await batch([
        loadState(),
        byExternal(source, external),
        ...(imdb === null ? [] : [numbered(imdb[1] === "tt" ? "title" : "person", Number(imdb[2]))]),
      ]);
      const { version } = completeLoad(states);
      const [found] = results.flatMap((result) => rowsOf<FindAnswer>(result));
      const answer = found && ({ kind: found.kind, id: found.id } satisfies FindAnswer);
      if (answer === undefined) return { json: null, version };
      const about = answer.kind === "title" ? { titles: [answer.id] } : { people: [answer.id] };
      return { json: JSON.stringify(answer), about, version };
    },
  };
}
