/** Titles by their ids, and titles and people by the ids of other sources. */
import type { FindAnswer } from "../../contract/people.ts";
import type { Origin } from "../origin.ts";
import { completeLoad } from "./load-state.ts";
import { peopleStatements } from "./people-statements.ts";
import { emptyCatalog, type Session } from "./session.ts";
import { prepareStatements, rowsOf, stateOf } from "./statements.ts";

type Lookups = Required<Pick<Origin, "titles" | "find">>;

export function lookups(session: Session): Lookups {
  const { batch } = session;
  const { state, loadState, byId } = prepareStatements(session);
  const { external: byExternal, numbered } = peopleStatements(session);
  return {
    async titles({ ids, lang }) {
      const [states, rows] = await batch([state(), byId(lang, ids)]);
      const records = new Map(
        rowsOf<{ id: number; record: string }>(rows).map(({ id, record }) => [id, record]),
      );
      const { version, titles: held } = stateOf(states);
      if (held === 0) throw emptyCatalog();
      const titles = ids.map((id) => records.get(id) ?? "null");
      return { json: `[${titles.join(",")}]`, isEmpty: records.size === 0, version };
    },

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
      return { json: answer === undefined ? null : JSON.stringify(answer), version };
    },
  };
}
