/**
 * Bloom filters (Bloom 1970) of tags: which titles and people differ between two versions of the catalog. A member is always
 * found; one in two thousand other tags is taken for a member. A response with such a tag is loaded again for nothing, and a
 * person in a hundred titles has a hundred tags. 10,000 members take 20 KB.
 */

const BITS_PER_MEMBER = 16;
/** This number makes the fewest mistakes: ln 2 for each bit of a member. */
const HASHES = 11;
/** FNV-1a (draft-eastlake-fnv): twice, from two offsets. */
const OFFSETS = [0x811c9dc5, 0x01000193] as const;
const PRIME = 0x01000193;

export function bloomFilter(members: readonly string[]): Uint8Array {
  const filter = new Uint8Array(Math.max(1, Math.ceil((members.length * BITS_PER_MEMBER) / 8)));
  for (const member of members) {
    for (const bit of bitsOf(member, filter.length * 8)) filter[bit >> 3] = byteAt(filter, bit) | mask(bit);
  }
  return filter;
}

/** `false`: certainly not a member. */
export function mayContain(filter: Uint8Array, member: string): boolean {
  return bitsOf(member, filter.length * 8).every((bit) => (byteAt(filter, bit) & mask(bit)) !== 0);
}

/** Two hashes stand for all (Kirsch and Mitzenmacher 2006), with the step growing so that no two of them fall together. */
function bitsOf(member: string, size: number): number[] {
  const [first, step] = OFFSETS.map((offset) => hash(member, offset)) as [number, number];
  return Array.from({ length: HASHES }, (_, i) => (first + i * step + (i * i * i - i) / 6) % size);
}

/** 32 bits, unsigned. Members are ASCII. */
function hash(text: string, offset: number): number {
  let value = offset;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), PRIME);
  // The last bits of FNV depend on little of the input; this is the finalizer of MurmurHash3.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function byteAt(filter: Uint8Array, bit: number): number {
  return filter[bit >> 3] ?? 0;
}

function mask(bit: number): number {
  return 1 << (bit & 7);
}
