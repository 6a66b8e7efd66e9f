/** Updates the copy of the sources, in which tools run, without building it. */
export { updateCopy as default } from "./built-copy.ts";
