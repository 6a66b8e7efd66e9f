/** Blocks connections to other machines and records the hosts. `outbound.ts` preloads this module into a command. */
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const LOOPBACK = ["127.0.0.1", "::1", "localhost", undefined];
const { connect } = Socket.prototype;

Socket.prototype.connect = function (...parameters) {
  // Node itself calls this function with all parameters in one array.
  const [first, second] = Array.isArray(parameters[0]) ? parameters[0] : parameters;
  const { host, port, path } =
    typeof first === "object"
      ? first
      : { host: typeof second === "string" ? second : undefined, port: first };
  if (path || LOOPBACK.includes(host)) return connect.apply(this, parameters);
  appendFileSync(process.env.OUTBOUND_LOG, `${host}:${port}\n`);
  process.nextTick(() => this.destroy(new Error(`${host} is another machine`)));
  return this;
};
