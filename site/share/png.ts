/** PNG, RFC 2083: eight bits a colour, no transparency, rows as they are. */
import type { Canvas } from "./canvas.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TRUE_COLOUR = 2;

export async function encodePng({ width, height, pixels }: Canvas): Promise<Uint8Array<ArrayBuffer>> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, TRUE_COLOUR);

  const row = width * 3;
  // Each row begins with the number of its filter: none.
  const rows = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);

  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", await deflate(rows)),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, checksum(bytes.subarray(4, content.length + 8)));
  return bytes;
}

/** CRC-32 as PNG's appendix has it. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
