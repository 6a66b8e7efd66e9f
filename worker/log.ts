/** One structured line an event. What is logged never holds a key, a setting's value or a caller's address in full. */
export interface LogLine {
  readonly event: string;
  readonly [field: string]: string | number | boolean | undefined;
}

export type Log = (line: LogLine) => void;

/** JSON on the console, where the platform collects it. */
export const consoleLog: Log = (line) => console.log(JSON.stringify(line));
