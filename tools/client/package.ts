/**
 * The client as a package, `marquee`: one module and one file of types, without imports. The contract's types are written
 * out under their names, because callers do not have valibot, which they come from.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { ROOT } from "../wrangler.ts";

const SOURCE = join(ROOT, "tools/client/client.ts");
/** The exports of `package.json` lead here. */
const FOLDER = join(ROOT, "build/client");

/** The path of what npm installs, beside the files in it. */
export async function buildClient(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  await build({
    entryPoints: [SOURCE],
    outfile: join(FOLDER, "marquee.js"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
  });
  writeFileSync(join(FOLDER, "marquee.d.ts"), await declarations());
  writeFileSync(join(FOLDER, "package.json"), manifest());
  copyFileSync(join(ROOT, "LICENSE"), join(FOLDER, "LICENSE"));
  const settings = { ...process.env, npm_config_update_notifier: "false" };
  const packing = promisify(execFile)("npm", ["pack", "--json"], { cwd: FOLDER, env: settings });
  const [{ filename }] = JSON.parse((await packing).stdout);
  const packed = join(FOLDER, "marquee.tgz");
  renameSync(join(FOLDER, filename), packed);
  return packed;
}

function manifest(): string {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const described = { name, version, description: "Client for Marquee, film and series metadata", license };
  const exported = { "./client": { types: "./marquee.d.ts", default: "./marquee.js" } };
  const files = ["marquee.js", "marquee.d.ts"];
  return `${JSON.stringify({ ...described, type: "module", exports: exported, files }, null, 2)}\n`;
}

async function declarations(): Promise<string> {
  const program = ts.createProgram([SOURCE], {
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    types: [],
  });
  let own = "";
  program.emit(program.getSourceFile(SOURCE), (_name, text) => {
    own = text;
  });
  const withoutImports = own.replaceAll(/^(import|export) type \{[^}]*\}.*;\n/gm, "");
  return `${(await contractTypes(program)).join("\n")}\n${withoutImports}`;
}

interface NamedType {
  readonly name: string;
  readonly type: ts.Type;
  /** As the compiler writes it, with everything that it is made of. */
  readonly whole: string;
  /** Of each field, for those that have one. */
  readonly descriptions: ReadonlyMap<string, string | undefined>;
}

/** The types that the client takes from the contract, each in terms of the others. */
async function contractTypes(program: ts.Program): Promise<string[]> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(SOURCE);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error("The client has no exports.");
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  const textOf = (type: ts.Type) => checker.typeToString(type, undefined, flags);
  const imported = checker.getExportsOfModule(module).filter((symbol) => symbol.flags & ts.SymbolFlags.Alias);
  const named = await Promise.all(
    imported.map(async (symbol): Promise<NamedType> => {
      const original = checker.getAliasedSymbol(symbol);
      const type = checker.getDeclaredTypeOfSymbol(original);
      return { name: symbol.name, type, whole: textOf(type), descriptions: await descriptionsOf(original) };
    }),
  );
  // The largest first: it may contain the others.
  const largestFirst = named.toSorted((one, other) => other.whole.length - one.whole.length);

  function written(text: string, except: string): string {
    return largestFirst
      .filter(({ name, whole }) => name !== except && name !== whole)
      .reduce((all, { name, whole }) => all.replaceAll(whole, name), text)
      .replaceAll(/\((\w+)\)\[\]/g, "$1[]");
  }

  return named.map(({ name, type, whole, descriptions }) => {
    if (type.isUnion() || !(type.flags & ts.TypeFlags.Object)) {
      return `export type ${name} = ${written(whole, name)};`;
    }
    const byName = new Map(type.getProperties().map((field) => [field.name, field]));
    const order = [...new Set([...descriptions.keys(), ...byName.keys()])];
    const fields = order.flatMap((key) => {
      const field = byName.get(key);
      if (field === undefined) return [];
      const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
      const text = written(textOf(checker.getTypeOfSymbol(field)), name).replace(/ \| undefined$/, "");
      const description = descriptions.get(key);
      return [
        ...(description === undefined ? [] : [`  /** ${description} */`]),
        `  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}${isOptional ? "?" : ""}: ${text};`,
      ];
    });
    return `export interface ${name} {\n${fields.join("\n")}\n}`;
  });
}

/** From the schema of the same name, in its order; empty where a type has none. */
async function descriptionsOf(symbol: ts.Symbol): Promise<NamedType["descriptions"]> {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  const { [symbol.name]: schema } = await import(file);
  const fields = Object.entries<{ pipe?: readonly { type: string; description?: string }[] }>(
    Object(schema).entries ?? {},
  );
  return new Map(
    fields.map(([name, { pipe = [] }]) => [
      name,
      pipe.findLast(({ type }) => type === "description")?.description,
    ]),
  );
}
