/** WOFF 1: a directory of tables, each compressed by zlib. */

export type Tables = ReadonlyMap<string, DataView>;

/** Throws when the font has no such table. */
export function table(tables: Tables, tag: string): DataView {
  const found = tables.get(tag);
  if (found === undefined) throw new Error(`the font has no table ${tag}`);
  return found;
}

/** The tables of these names. Throws when the file is not WOFF 1. */
export async function readTables(file: DataView<ArrayBuffer>, wanted: readonly string[]): Promise<Tables> {
  if (file.getUint32(0) !== 0x774f4646) throw new Error("the file is not WOFF");
  const count = file.getUint16(12);
  const entries = Array.from({ length: count }, (_, at) => 44 + at * 20)
    .map((entry) => ({ entry, tag: String.fromCharCode(...new Uint8Array(file.buffer, entry, 4)) }))
    .filter(({ tag }) => wanted.includes(tag))
    .map(async ({ entry, tag }) => {
      const [offset, compressed, length] = [4, 8, 12].map((field) => file.getUint32(entry + field));
      const bytes = new Uint8Array(file.buffer, offset, compressed);
      const stored = compressed === length ? new Blob([bytes]).arrayBuffer() : inflate(bytes);
      return [tag, new DataView(await stored)] as const;
    });
  return new Map(await Promise.all(entries));
}

function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}
