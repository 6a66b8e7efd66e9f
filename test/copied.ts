/** Updates the copy of the sources without building it, for tests of tools. */
export { updateCopy as default } from "./built-copy.ts";
