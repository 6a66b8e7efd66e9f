import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { openSession } from "../../worker/source/d1.ts";
import { isQuotaSpent } from "../../worker/source/failure.ts";
import { ROW_READ_LIMIT } from "../cache/kit.ts";

const database: D1Database = env.CATALOG_A;
const unhurried = { wait: () => Promise.resolve() };

function replacing(methods: Partial<D1Database>): D1Database {
  return Object.assign(Object.create(database), methods);
}

async function one(from: D1Database): Promise<unknown> {
  const session = openSession(from, unhurried);
  return [
    await session.rows(session.statement("SELECT ?1 AS one", 1)),
    (await session.batch([session.statement("SELECT 2 AS two")])).map(({ results }) => results),
  ];
}

const ANSWERS = [[{ one: 1 }], [[{ two: 2 }]]];

describe("openSession().rows()", () => {
  test("uses a D1 session if the binding supports sessions", async () => {
    const asked: unknown[] = [];
    const watched = replacing({
      withSession: (constraint) => {
        asked.push(constraint);
        return database.withSession(constraint);
      },
      prepare: () => expect.unreachable(),
    });
    expect(await one(watched)).toEqual(ANSWERS);
    expect(asked).toEqual(["first-unconstrained"]);
  });

  test("queries directly if the binding does not support sessions", async () => {
    const methods = { prepare: database.prepare.bind(database), batch: database.batch.bind(database) };
    expect(await one(Object.assign(Object.create(null), methods))).toEqual(ANSWERS);
  });

  test("retries while the error is transient", async () => {
    let failures = 0;
    function failingTwice<T extends unknown[], R>(read: (...words: T) => Promise<R>) {
      let left = 2;
      return async (...words: T) => {
        if (left === 0) return await read(...words);
        left -= 1;
        failures += 1;
        throw new Error("D1_ERROR: Failed to get session commit token: internal error");
      };
    }
    const failing = Object.assign(Object.create(null), {
      prepare: (sql: string) => {
        const statement = database.prepare(sql);
        const bind = (...values: unknown[]) => {
          const bound = statement.bind(...values);
          return Object.assign(bound, { all: failingTwice(bound.all.bind(bound)) });
        };
        return { bind };
      },
      batch: failingTwice(database.batch.bind(database)),
    });
    expect(await one(failing)).toEqual(ANSWERS);
    expect(failures).toBe(4);
  });

  test("reports the reason for a failure only in `cause`", async () => {
    const session = openSession(database, unhurried);
    const asked = session.rows(session.statement("SELECT no_such_column"));
    await expect(asked).rejects.toMatchObject({
      type: "upstream-unavailable",
      detail: "The catalog is temporarily unavailable. Try again later.",
      cause: expect.objectContaining({ message: expect.stringContaining("no_such_column") }),
    });
  });

  test.each(["read", "write"])("does not retry when the %s quota is spent", async (kind) => {
    const message = `D1_ERROR: ${ROW_READ_LIMIT.replace("row read", `row ${kind}`)}`;
    let attempts = 0;
    const batch = () => {
      attempts += 1;
      return Promise.reject(new Error(message));
    };
    const spent = Object.assign(Object.create(null), { prepare: database.prepare.bind(database), batch });
    const now = () => Date.UTC(2026, 10, 22, 23, 59, 0, 500);
    const session = openSession(spent, { ...unhurried, now });
    const thrown: unknown = await session.batch([session.statement("SELECT 1")]).catch((problem) => problem);
    expect(thrown).toMatchObject({ type: "upstream-unavailable", retryAfter: 60 });
    expect(isQuotaSpent(thrown)).toBe(true);
    expect(attempts).toBe(1);
  });
});

describe("openSession()", () => {
  test("records the region of the responding D1 instance", async () => {
    const served = async <T>(result: Promise<T>) =>
      Object.assign((await result) as object, { meta: { served_by_region: "WEUR" } }) as T;
    const watched = Object.assign(Object.create(null), {
      prepare: (sql: string) => ({
        bind: () => Object.assign(database.prepare(sql), { all: () => served(database.prepare(sql).all()) }),
      }),
      batch: async (statements: D1PreparedStatement[]) =>
        await Promise.all(
          (await database.batch(statements)).map((result) => served(Promise.resolve(result))),
        ),
    });
    const regions: string[] = [];
    const session = openSession(watched, { ...unhurried, noteRegion: (region) => void regions.push(region) });
    await session.rows(session.statement("SELECT 1"));
    await session.batch([session.statement("SELECT 1")]);
    expect(regions).toEqual(["WEUR", "WEUR"]);
  });
});

describe("openSession() with the option time", () => {
  test("measures every read, including failures", async () => {
    let timed = 0;
    const time = <T>(work: () => Promise<T>) => {
      timed += 1;
      return work();
    };
    const session = openSession(database, { ...unhurried, time });
    await session.rows(session.statement("SELECT 1"));
    await session.batch([session.statement("SELECT 1")]);
    await session.rows(session.statement("SELECT no_such_column")).catch(() => []);
    expect(timed).toBe(3);
  });
});
