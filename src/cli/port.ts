import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import type { Config } from "../config.ts";
import { CommandProblem } from "./command.ts";

type Address = Pick<Config, "host" | "port">;

/** Before anything is written: a start that cannot listen must have no effects. */
export async function checkPort(address: Address): Promise<void> {
  const error = await whyNot(address);
  if (error) throw await portProblem(error, address);
}

/** The failure of a server to listen, for people. */
export async function portProblem(error: NodeJS.ErrnoException, { host, port }: Address): Promise<Error> {
  switch (error.code) {
    case "EADDRINUSE":
      return new CommandProblem(`port ${port} is in use; ${await advice({ host, port })}`);
    case "EACCES":
      return new CommandProblem(
        `port ${port} is not allowed for this user; choose one above 1023 with --port`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandProblem(`this machine has no address ${host}; change HOST`);
    default:
      return error;
  }
}

const TRIES = 50;

async function advice({ host, port }: Address): Promise<string> {
  for (let next = port + 1; next <= Math.min(port + TRIES, 65_535); next++) {
    if (!(await whyNot({ host, port: next }))) return `port ${next} is free: --port ${next}`;
  }
  return "choose another with --port";
}

/** Without listening: a load balancer would send requests to a server that is gone a moment later. */
async function whyNot({ host, port }: Address): Promise<NodeJS.ErrnoException | null> {
  const error = await bindDatagrams({ host, port });
  // Another program may use the port for datagrams.
  if (error && error.code !== "EADDRINUSE") return error;
  if (port === 0) return null;
  const isUsed = await answers({ host: WILDCARDS[host] ?? host, port });
  return isUsed ? Object.assign(new Error(`port ${port} is in use`), { code: "EADDRINUSE" }) : null;
}

const WILDCARDS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Needs the same rights and the same address as a server. */
const bindDatagrams = ({ host, port }: Address): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
    socket.once("error", resolve);
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => resolve(null)));
  });

const answers = ({ host, port }: Address): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
