/** Updates the copy of the sources without building it, for the tests of tools. */
export { updateCopy as default } from "./built-copy.ts";
