import { readlinkSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import path from "node:path";
import type { Place } from "./folders.ts";
import { EmbeddedProblem } from "./problem.ts";

/*
 * PostgreSQL recognises a second server on its data by process numbers and shared memory. Containers share neither, so two of them
 * on one volume would destroy the data. All of them see a socket in the data folder. The process that runs PostgreSQL listens on it,
 * and answers with its process namespace: within one, PostgreSQL's own checks decide.
 */

const held = new Map<string, Server>();
const socketOf = ({ data }: Place) => path.join(data, "tradewind.sock");
/** The system's limit for the path of a socket is 104 bytes on macOS and 108 on Linux. */
const LONGEST = 103;
const TIMEOUT = 2_000;

export async function refuseOtherContainer(place: Place): Promise<void> {
  const namespace = await namespaceAt(socketOf(place));
  if (namespace === null || namespace === ownNamespace()) return;
  throw new EmbeddedProblem(
    `The data in ${place.folder} is in use by another container. Two of them on one volume would destroy the data: ` +
      "stop the other one first, or give this one a volume of its own.",
  );
}

/** Claims the data for this container. Has no effect where another process of it has done so, or sockets are not possible. */
export async function claim(place: Place): Promise<void> {
  const socket = socketOf(place);
  if (held.has(socket) || Buffer.byteLength(socket) > LONGEST || (await namespaceAt(socket)) !== null) return;
  rmSync(socket, { force: true });
  const server = createServer((client) => client.on("error", () => {}).end(ownNamespace()));
  await new Promise<void>((resolve) => {
    server.once("error", () => resolve());
    server.listen(socket, () => {
      held.set(socket, server.unref());
      resolve();
    });
  });
}

export function release(place: Place): void {
  const socket = socketOf(place);
  held.get(socket)?.close();
  held.delete(socket);
}

function ownNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "the only one";
  }
}

/** The namespace of the process that has claimed the data; null if there is none. */
const namespaceAt = (socket: string): Promise<string | null> =>
  new Promise((resolve) => {
    let text = "";
    const client = connect(socket);
    client.setTimeout(TIMEOUT, () => client.destroy());
    client.on("data", (part) => (text += part));
    client.on("error", () => {});
    client.on("close", () => resolve(text === "" ? null : text));
  });
