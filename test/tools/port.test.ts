/** A local server does not start beside another one on its port. */
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { expect, test } from "vitest";

test.each(["start.ts", "dev.ts"])("%s says in a sentence that its port is in use", async (tool) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const port = String(Object(other.address()).port);
  const env = { ...process.env, PORT: port };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/${tool}`], {
    env,
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: `Port ${port} is in use. Stop what uses it, or choose another: PORT=${Number(port) + 1} npm start\n`,
  });
  await new Promise((resolve) => other.close(resolve));
});

test.each(["0", "65536", "http", "-1"])("start.ts says in a sentence that %o is not a port", (port) => {
  const { status, stderr } = spawnSync(process.execPath, ["tools/start.ts", `--port=${port}`], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `${port} is not a port: choose a number from 1 to 65535.\n`,
  });
});
