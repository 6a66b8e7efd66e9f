/**
 * `npm run client`: the client as the package exports it, `marquee/client`: one module and one file of types, without
 * imports. The contract's types are written out in full, because callers do not have valibot, which they come from.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import ts from "typescript";
import { parseOptions, runCommand } from "../options.ts";
import { ROOT } from "../wrangler.ts";

const USAGE = `
Usage: npm run client

Builds the typed client, marquee/client, into build/client/.
`;

const SOURCE = join(ROOT, "tools/client/client.ts");
const TARGET = join(ROOT, "build/client");

await runCommand(USAGE, async () => {
  parseOptions({});
  mkdirSync(TARGET, { recursive: true });
  await build({
    entryPoints: [SOURCE],
    outfile: join(TARGET, "marquee.js"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
  });
  writeFileSync(join(TARGET, "marquee.d.ts"), declarations());
});

function declarations(): string {
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
  return `${contractTypes(program).join("\n")}\n${withoutImports}`;
}

/** The types that the client takes from the contract, each written out. */
function contractTypes(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(SOURCE);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error("The client has no exports.");
  const whole = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => symbol.flags & ts.SymbolFlags.Alias)
    .map((symbol) => {
      const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol));
      return `export type ${symbol.name} = ${writtenOut(checker, type, whole)};`;
    });
}

/** An interface is written as its members: by name alone it would mean nothing here. */
function writtenOut(checker: ts.TypeChecker, type: ts.Type, flags: ts.TypeFormatFlags): string {
  if (!type.isClassOrInterface()) return checker.typeToString(type, undefined, flags);
  const members = type.getProperties().map((member) => {
    const of = checker.typeToString(checker.getTypeOfSymbol(member), undefined, flags);
    return `readonly ${member.name}: ${of};`;
  });
  return `{ ${members.join(" ")} }`;
}
