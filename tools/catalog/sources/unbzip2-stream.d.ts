declare module "unbzip2-stream" {
  /** Returns a stream that decompresses bzip2, of several parts as well. */
  export default function unbzip2(): NodeJS.ReadWriteStream;
}
