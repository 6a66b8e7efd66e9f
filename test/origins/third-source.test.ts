/** The recipe of docs/sources.md, followed for a made-up source: titles as lines of text, the key in a header. */
import { expect, inject, test } from "vitest";
import { applyFilter } from "../../worker/contract/filter.ts";
import type { CreditsQuery, SearchQuery } from "../../worker/contract/query.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { Failure, originProblem } from "../../worker/origins/failure.ts";
import { ABSENT } from "../../worker/origins/transport/exchange.ts";
import {
  createTransport,
  type Protocol,
  type TransportServices,
} from "../../worker/origins/transport/transport.ts";
import { record, searchQuery } from "../contract/records.ts";
import { answering, servicesFor } from "./services.ts";

const PROTOCOL: Protocol = {
  authorize: ({ headers }, apiKey) => headers.set("X-Made-Up-Key", apiKey),
  statusMeans: (status) => (status === 404 ? "absent" : status === 401 ? "unauthorized" : "failure"),
};

function madeUpOrigin(services: TransportServices) {
  const ask = createTransport(PROTOCOL, services);
  return {
    name: "made-up",
    source: `made-up/${services.baseUrl.host}`,
    async search({ text, filter }: SearchQuery) {
      try {
        const answer = await ask("titles", { words: text });
        if (!Array.isArray(answer)) throw new Failure("wrong-shape");
        const records = applyFilter(filter, answer.map(readLine));
        return { json: JSON.stringify(records), isEmpty: records.length === 0, version: null };
      } catch (thrown) {
        throw originProblem(thrown);
      }
    },
    async credits({ id }: CreditsQuery) {
      const answer = await ask(`credits/${id}`, {});
      return { json: answer === ABSENT ? null : JSON.stringify(answer), version: null };
    },
  };
}

/** As in "7: Night Train (1959)". */
function readLine(line: unknown): TitleRecord {
  const [, id, title = "", year = ""] = /^(\d+): (.*) \((\d{4})\)$/.exec(String(line)) ?? [];
  return record({ id: Number(id), title, original_title: title, year });
}

function originAt(body: string, status = 200) {
  return madeUpOrigin(servicesFor(new URL(answering(body, { status }), inject("upstream"))));
}

const SEARCH = searchQuery({ text: "train" });

test("a source with a protocol of its own is an origin like the others", async () => {
  const { json } = await originAt('["7: Night Train (1959)"]').search(SEARCH);
  expect(JSON.parse(json)).toMatchObject([{ id: 7, title: "Night Train", year: "1959" }]);
});

test("what fails in it is the problem that any source's failure is", async () => {
  await expect(originAt("{}").search(SEARCH)).rejects.toMatchObject({ type: "bad-upstream" });
  await expect(originAt("[]", 401).search(SEARCH)).rejects.toMatchObject({ type: "bad-upstream" });
});

test("a title that it does not know is none", async () => {
  const credits = await originAt("{}", 404).credits({ category: "credits", id: 7, lang: "en" });
  expect(credits.json).toBeNull();
});
