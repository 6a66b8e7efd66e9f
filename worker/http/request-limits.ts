/**
 * How large a request may be, well below what the platform takes (16 KiB of address, 128 KiB of
 * headers): whoever needs more is not asking for a film. Bodies are not limited here, since
 * none is read.
 */
import { Problem } from "../contract/problem.ts";

/** Bytes. */
const LONGEST_ADDRESS = 2_048;
/** A browser sends about 20, the platform adds about 15. */
const MOST_HEADERS = 100;
/** Bytes of names and values together: room for the cookies of whatever else is on the domain. */
const LARGEST_HEADERS = 32 * 1024;

/** Throws a Problem `address-too-long` or `headers-too-large`. */
export function checkSize(request: Request): void {
  if (bytesOf(request.url) > LONGEST_ADDRESS) {
    throw new Problem("address-too-long", `The address is longer than ${LONGEST_ADDRESS} bytes.`);
  }
  let count = 0;
  let fields = "";
  for (const [name, value] of request.headers) {
    count += 1;
    fields += name + value;
  }
  if (count <= MOST_HEADERS && bytesOf(fields) <= LARGEST_HEADERS) return;
  const most = `${MOST_HEADERS} header fields, ${LARGEST_HEADERS} bytes in all`;
  throw new Problem("headers-too-large", `More than ${most}, are not read.`);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
