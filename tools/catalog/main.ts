/** `npm run catalog -- people`: see `starter/people.ts`. */
import { numberPeople } from "./starter/people.ts";
import { readTitles } from "./starter/read.ts";

const [command] = process.argv.slice(2);
if (command === "people") {
  console.log(`${numberPeople(readTitles())} names are new.`);
} else {
  console.error("npm run catalog -- people");
  process.exitCode = 2;
}
