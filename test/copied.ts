/** The copy of the sources, not built: tools run in it. */
export { updateCopy as default } from "./built-copy.ts";
