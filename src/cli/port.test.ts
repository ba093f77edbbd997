import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { checkPort } from "./port.ts";

const host = "127.0.0.1";

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  return { server, port: (server.address() as { port: number }).port };
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

async function freePort(): Promise<number> {
  const { server, port } = await listening();
  await closed(server);
  return port;
}

/** In a thread of its own, as another program would: connects again and again, and reports the outcomes. */
const knocking = (port: number) =>
  new Worker(
    `const { connect } = require("node:net");
    const { parentPort } = require("node:worker_threads");
    const outcomes = new Set();
    let isOver = false;
    const knock = () => {
      if (isOver) return parentPort.postMessage([...outcomes]);
      const socket = connect(${port}, "${host}");
      const end = (outcome) => { outcomes.add(outcome); socket.destroy(); setImmediate(knock); };
      socket.once("connect", () => end("accepted"));
      socket.once("error", ({ code }) => end(code));
    };
    parentPort.once("message", () => (isOver = true));
    parentPort.postMessage("ready");
    knock();`,
    { eval: true },
  );

it("the check of a port accepts no connection, which it would reset", async () => {
  const port = await freePort();
  const other = knocking(port);
  await once(other, "message");
  for (let round = 0; round < 500; round++) await checkPort({ host, port });
  other.postMessage("end");
  const [outcomes] = await once(other, "message");
  await other.terminate();
  expect(outcomes).toEqual(["ECONNREFUSED"]);
});

it("a port in use is named, with the next free one", async () => {
  const { server, port } = await listening();
  await expect(checkPort({ host, port })).rejects.toThrow(
    new RegExp(`port ${port} is in use; port \\d+ is free: --port`),
  );
  await closed(server);
  await expect(checkPort({ host, port })).resolves.toBeUndefined();
});

it("an address that the machine does not have is named", async () => {
  await expect(checkPort({ host: "192.0.2.1", port: 9000 })).rejects.toThrow(
    "this machine has no address 192.0.2.1; change HOST",
  );
});
