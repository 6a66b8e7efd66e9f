import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Binding, configuredDatabases } from "../../tools/databases.ts";
import { createFolder } from "./catalog/folder.ts";

function configuration(bindings: readonly Binding[]): string {
  const bound = bindings.map(
    (binding) => `[[d1_databases]]
    binding = "${binding}"
    database_name = "films-${binding}"
    migrations_dir = "migrations/${binding}"`,
  );
  return join(createFolder({ "wrangler.toml": `name = "films"\n${bound.join("\n")}` }), "wrangler.toml");
}

describe("configuredDatabases()", () => {
  test("returns the database names in wrangler.toml", async () => {
    const databases = await configuredDatabases(configuration(["CONTROL", "CATALOG_B", "CATALOG_A"]));
    expect(databases.CATALOG_B.name).toBe("films-CATALOG_B");
    expect(databases.CONTROL.migrations).toMatch(/\/migrations\/CONTROL$/);
  });

  test("names the binding that has no database", async () => {
    await expect(configuredDatabases(configuration(["CATALOG_A", "CONTROL"]))).rejects.toThrow(
      "as CATALOG_B",
    );
  });
});
