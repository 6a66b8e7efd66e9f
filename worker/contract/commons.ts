/**
 * Paths of pictures on Wikimedia Commons, which Wikidata names for people. They have the contract's form: the year and
 * month `0000/01`, which no other source uses, and the file name with every other byte than an ASCII letter, digit, dot
 * or underscore as `-` and two hexadecimal digits. So `Ann "Ö" Lee.jpg` is `0000/01/Ann_-22-c3-96-22_Lee.jpg`.
 */

const FOLDER = "0000/01/";

/** The formats whose thumbnails browsers show (commons.wikimedia.org/wiki/Commons:File_types). */
const FORMAT = /[^.]\.(?:jpe?g|png|gif|webp|svg|tiff?)$/i;
/** Characters that no file name contains (mediawiki.org/wiki/Manual:$wgLegalTitleChars, $wgIllegalFileChars). */
const ILLEGAL = /[\p{Cc}#<>[\]|{}/\\:]|^\.|\uFFFD/u;
/** The maximum size of a file name in bytes (commons.wikimedia.org/wiki/Commons:File_naming). */
const MAX_BYTES = 240;

/** Returns the path of a file, or `null` if Commons cannot have a picture with this name. */
export function toCommonsPath(name: string): string | null {
  // Commons treats spaces as underscores, and the first letter as a capital (mediawiki.org/wiki/Help:Links).
  const written = name
    .normalize("NFC")
    .trim()
    .replaceAll(/[\s_]+/gu, "_");
  const file = written.replace(/^./u, toCapital).normalize("NFC");
  if (!file.isWellFormed() || ILLEGAL.test(file) || !FORMAT.test(file)) return null;
  if (new TextEncoder().encode(file).byteLength > MAX_BYTES) return null;
  const escaped = encodeURIComponent(file).replaceAll(
    /[-!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return FOLDER + escaped.replaceAll(/%(..)/g, (_, digits: string) => `-${digits.toLowerCase()}`);
}

/** Returns a letter as a capital if that is one letter, unlike that of `ß`. */
function toCapital(letter: string): string {
  const capital = letter.toUpperCase();
  return [...capital].length === 1 ? capital : letter;
}

/** Returns true if the picture is one of Commons. */
export function isCommonsPath(path: string): boolean {
  return path.startsWith(FOLDER);
}

/** Returns the name of the file on Commons, or `null` if it is not the path of one. */
export function toCommonsFile(path: string): string | null {
  const escaped = isCommonsPath(path) ? path.slice(FOLDER.length) : "";
  if (!/^(?:[A-Za-z0-9_.]|-[0-9a-f]{2})+$/.test(escaped)) return null;
  try {
    const file = decodeURIComponent(escaped.replaceAll("-", "%"));
    // A file has only one path, so that it is stored once.
    return toCommonsPath(file) === path ? file : null;
  } catch {
    return null;
  }
}

/** Returns the URL of a file's page on Commons, which names its author and licence, or `null` for other pictures. */
export function commonsPage(path: string | null): string | null {
  const file = path === null ? null : toCommonsFile(path);
  return file === null ? null : `https://commons.wikimedia.org/wiki/File:${encodeURIComponent(file)}`;
}
