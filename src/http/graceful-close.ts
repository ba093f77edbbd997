import { once } from "node:events";
import { Server, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How a server goes, in seconds; all of it may be nothing. */
export interface Farewell {
  /** First everything goes on, but `/ready` says no: load balancers that ask take the process out. */
  notice: number;
  /**
   * Then no connection is taken any more, and each answer ends its own. A connection that is closed while a client
   * sends on it loses a request: those that are open get so long to be used once more.
   */
  grace: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /** What comes before `close`. */
    drain(farewell: Farewell): Promise<void>;
    isDraining(): boolean;
  }
}

/** A connection on which nothing was ever asked would keep the server from closing. */
const SILENCE = 1_000;

/**
 * Requests that run while the server closes are answered, and their connections end with the answer; otherwise a
 * client that keeps its connection open would keep the server from closing.
 */
export function installGracefulClose(app: FastifyInstance): void {
  let isDraining = false;
  let areConnectionsEnding = false;
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  app.decorate("isDraining", () => isDraining);
  app.decorate("drain", async ({ notice, grace }: Farewell) => {
    isDraining = true;
    await pause(notice * 1_000);
    if (grace === 0) return;
    const closed = once(app.server, "close");
    await stopListening(app.server);
    areConnectionsEnding = true;
    await Promise.race([closed, pause(grace * 1_000)]);
  });
  app.addHook("preClose", async () => {
    isDraining = true;
    areConnectionsEnding = true;
    const closeSilent = () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    setTimeout(closeSilent, SILENCE).unref();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (areConnectionsEnding) reply.header("connection", "close");
    done(null, payload);
  });
}

/** Connections that are open stay so. */
async function stopListening(server: FastifyInstance["server"]): Promise<void> {
  // Just after the connections that wait were taken: one that comes meanwhile would be cut. For the same reason no
  // client is told before to open another one.
  await nextTurn();
  // Not the close of an HTTP server, which also closes connections on which nothing runs at this moment.
  Server.prototype.close.call(server);
}
