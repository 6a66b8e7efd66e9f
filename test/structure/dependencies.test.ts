/** Tests that installed packages are pinned, come unmodified from the registry, and have a compatible licence. */
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
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
}

function lockedIn(folder: string): Map<string, Installed> {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, "utf8"));
  return new Map<string, Installed>(Object.entries<Installed>(packages).filter(([path]) => path !== ""));
}

const manifest = manifestIn(".");
const packages = [...lockedIn(".")];

describe.each([".", "test/bench/search"])("lockfile in %s", (folder) => {
  const { dependencies, devDependencies, optionalDependencies } = manifestIn(folder);
  const declared = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const locked = lockedIn(folder);
  const packages = [...locked];

  test("contains the exact versions of package.json", () => {
    for (const [name, wanted] of Object.entries(declared)) {
      // A second version of a package has an alias such as `npm:name@1.0.0`.
      const version = wanted.replace(/^npm:[^@]+@/, "");
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(locked.get(`node_modules/${name}`)?.version, name).toBe(version);
    }
  });

  test("contains no registry, URL or folder", () => {
    expect(packages.filter(([, { resolved, link }]) => resolved !== undefined || link === true)).toEqual([]);
  });

  test("contains the SHA-512 of every package", () => {
    const without = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(without.map(([path]) => path)).toEqual([]);
    expect(packages.length).toBeGreaterThanOrEqual(Object.keys(declared).length);
  });
});

describe("package scripts", () => {
  test("do not run during installation", () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ""));
    expect(manifest.allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
  });
});

/** Licences that only require attribution, and so allow shipping under the MIT licence. */
const DEPLOYED = [
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Apache-2.0",
  "OFL-1.1",
  "Unicode-3.0",
];
/** More licences that are allowed for building and testing, because nothing of that is shipped. */
const BUILDING = [...DEPLOYED, "BlueOak-1.0.0", "CC0-1.0", "MPL-2.0", "PSF-2.0", "Python-2.0"];
const EXCEPTIONS = [
  // Only the types of `sharp` are used. Its binaries, which link a library under the LGPL, never run.
  /^node_modules\/@img\/sharp-/,
  // The licence, which is in a file, is that of Bitstream Vera. It only requires that modified fonts are renamed.
  /^node_modules\/dejavu-fonts-ttf$/,
];

/**
 * Returns true if the licence is allowed. In an SPDX expression, one alternative with all its AND parts must be
 * allowed.
 */
function isAllowed(expression: string, licences: readonly string[]): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((one) => one.split(" AND ").every((part) => licences.includes(part.trim())));
}

function readLicence(path: string, { license }: Installed): string {
  if (license !== undefined) return license;
  if (!existsSync(`${path}/package.json`)) return "not installed";
  const { license: said } = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
  return typeof said === "string" ? said : (said?.type ?? "none");
}

describe("dependency licences", () => {
  test("require at most attribution in deployed packages", () => {
    const deployed = packages.filter(
      ([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional,
    );
    expect(deployed.length).toBeGreaterThanOrEqual(Object.keys(manifest.dependencies).length);
    const others = deployed.filter(([path, entry]) => !isAllowed(readLicence(path, entry), DEPLOYED));
    expect(others.map(([path, entry]) => `${path}: ${readLicence(path, entry)}`)).toEqual([]);
  });

  test("are allowed in build and test packages", () => {
    const others = packages
      .filter(([path]) => !EXCEPTIONS.some((exception) => exception.test(path)))
      .map(([path, entry]) => [path, readLicence(path, entry)] as const)
      // The lockfile also lists binaries for other systems, which are not installed.
      .filter(([, licence]) => licence !== "not installed" && !isAllowed(licence, BUILDING));
    expect(others.map(([path, licence]) => `${path}: ${licence}`)).toEqual([]);
  });
});
