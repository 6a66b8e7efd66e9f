/** Prints the log of a local server: in short for people, or as a JSON object for each line. */
import { inspect } from "node:util";
import { moduleAt } from "./worker.ts";

export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Makes the Worker print JSON, because the runtime would print an object in Node's notation. */
export const JSON_LOG = moduleAt(
  "log/entry.mjs",
  `export * from "../entry.mjs";
   export { default } from "../entry.mjs";
   const { log } = console;
   console.log = (line) => log(JSON.stringify(line));`,
);

/** A line of the runtime's output. */
export interface RuntimeLine {
  readonly timestamp: number;
  readonly level: string;
  readonly message: string;
}

export interface LogPrinter {
  /** Prints a step of the command: its name and fields in JSON, and a text for people. */
  readonly step: (event: string, text: string, fields?: object) => void;
  readonly line: (line: RuntimeLine) => void;
}

/** Returns a printer. As text, it omits the log of requests. */
export function createPrinter(format: LogFormat): LogPrinter {
  if (format === "text") {
    return {
      step: (_, text) => console.log(text),
      line: ({ level, message }) => {
        const event = parseEvent(message);
        if (event !== null && event.event !== "request")
          console.error(inspect(event, { breakLength: Number.POSITIVE_INFINITY }));
        if (event === null && level === "error") console.error(message);
      },
    };
  }
  const print = (timestamp: number, level: string, fields: object) =>
    console.log(JSON.stringify({ time: new Date(timestamp).toISOString(), level, ...fields }));
  return {
    step: (event, _, fields) => print(Date.now(), "info", { event, ...fields }),
    line: ({ timestamp, level, message }) =>
      print(timestamp, level, parseEvent(message) ?? { event: "runtime", message }),
  };
}

function parseEvent(message: string): { readonly event: string } | null {
  try {
    return message.startsWith('{"event":') ? JSON.parse(message) : null;
  } catch {
    return null;
  }
}
