/** Settings that are read wrong would only be found out by the one visitor who needs them. */
import { expect, test } from "vitest";
import { readConfig } from "../../worker/config.ts";

/** Files of the site are of no matter here. */
const ASSETS = { fetch: () => Promise.reject(new Error("unasked")) } as unknown as Fetcher;
const reading = (address: string) => () => readConfig({ ASSETS, UPSTREAM_BASE_URL: address });

test.each([
  "ftp://metadata.example/v1/",
  "metadata.example/v1/",
  "javascript:alert(1)",
  "https://user:secret@metadata.example/v1/",
  "https://user@metadata.example/v1/",
])("%s is no address of an upstream, and the message does not show it", (address) => {
  expect(reading(address)).toThrow(/^UPSTREAM_BASE_URL must be (?!.*metadata\.example).*$/);
});

test("an address of an upstream is http or https", () => {
  for (const address of ["https://metadata.example/v1/", " http://127.0.0.1:8080 "]) {
    expect(reading(address)().upstream?.baseUrl.href).toBe(new URL(address.trim()).href);
  }
});
