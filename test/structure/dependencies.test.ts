/** What is installed: pinned, from the registry, unaltered, and under a licence that goes with ours. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Installed {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dev?: boolean;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
}

const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock: { packages: Record<string, Installed & Manifest> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const declared = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };

describe("the lockfile", () => {
  test("locks what package.json declares, and package.json declares exact versions", () => {
    for (const [name, version] of Object.entries(declared)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test("names no registry, no address and no folder: everything comes from the one npm is set to", () => {
    expect(packages.filter(([, { resolved, link }]) => resolved !== undefined || link === true)).toEqual([]);
  });

  test("holds the SHA-512 of every package", () => {
    const without = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(without.map(([path]) => path)).toEqual([]);
    expect(packages.length).toBeGreaterThan(100);
  });
});

/** What may be shipped in a product under the MIT licence, asking for no more than to be named. */
const DEPLOYED = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "OFL-1.1"];
/** What may build and test it besides: none of it is shipped. */
const BUILDING = [...DEPLOYED, "BlueOak-1.0.0", "CC0-1.0", "MPL-2.0", "PSF-2.0", "Python-2.0"];
const EXCEPTIONS = [
  // `sharp`'s binaries link a library under the LGPL; they are installed for its types and never run.
  /^node_modules\/@img\/sharp-/,
  // Names its licence in a file: Bitstream Vera's, which asks only that altered fonts get another name.
  /^node_modules\/dejavu-fonts-ttf$/,
];

/** An SPDX expression: of alternatives one has to be allowed, of what is joined by AND every part. */
function allowed(expression: string, licences: readonly string[]): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((one) => one.split(" AND ").every((part) => licences.includes(part.trim())));
}

function licenceOf(path: string, { license }: Installed): string {
  if (license !== undefined) return license;
  if (!existsSync(`${path}/package.json`)) return "not installed";
  const { license: said } = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
  return typeof said === "string" ? said : (said?.type ?? "none");
}

describe("licences", () => {
  test("of what is deployed ask for no more than to be named", () => {
    const deployed = packages.filter(
      ([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional,
    );
    expect(deployed.length).toBeGreaterThanOrEqual(Object.keys(manifest.dependencies).length);
    const others = deployed.filter(([path, entry]) => !allowed(licenceOf(path, entry), DEPLOYED));
    expect(others.map(([path, entry]) => `${path}: ${licenceOf(path, entry)}`)).toEqual([]);
  });

  test("of what builds and tests it are known", () => {
    const others = packages
      .filter(([path]) => !EXCEPTIONS.some((exception) => exception.test(path)))
      .map(([path, entry]) => [path, licenceOf(path, entry)] as const)
      // Binaries for other systems are in the lockfile and not on this machine.
      .filter(([, licence]) => licence !== "not installed" && !allowed(licence, BUILDING));
    expect(others.map(([path, licence]) => `${path}: ${licence}`)).toEqual([]);
  });
});
