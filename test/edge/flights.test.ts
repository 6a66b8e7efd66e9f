import { expect, test } from "vitest";
import { createFlights } from "../../worker/edge/flights.ts";

const PLAN = { fetch: async () => "answer", keep: async () => undefined, withinMs: 1_000 };

test("a flight can be joined until what it brought is stored", async () => {
  const flights = createFlights<string>(() => 0);
  const { promise, resolve } = Promise.withResolvers<void>();
  const keep = () => promise;
  const flight = flights.start("key", { ...PLAN, keep });
  await flight.result;
  expect(flights.joinable("key")).toBe(flight);
  expect(flights.landedSince("key", 0)).toBe(false);
  resolve();
  await flight.landed;
  expect(flights.joinable("key")).toBeNull();
  expect(flights.landedSince("key", 0)).toBe(true);
  expect(flights.landedSince("key", flights.moment())).toBe(false);
});

test("a flight that fails is over, and its end is no failure", async () => {
  const flights = createFlights<string>(() => 0);
  const flight = flights.start("key", { ...PLAN, fetch: () => Promise.reject(new Error("down")) });
  await expect(flight.result).rejects.toThrow("down");
  await flight.landed;
  expect(flights.joinable("key")).toBeNull();
});

test("a flight past its time is lost: nobody joins it", () => {
  let time = 0;
  const flights = createFlights<string>(() => time);
  flights.start("key", { ...PLAN, fetch: () => new Promise(() => undefined) });
  expect(flights.joinable("key")).not.toBeNull();
  time = 1_000;
  expect(flights.joinable("key")).toBeNull();
});

test("keys do not share flights", () => {
  const flights = createFlights<string>(() => 0);
  flights.start("one", PLAN);
  expect(flights.joinable("other")).toBeNull();
});
