import { once } from "node:events";
import { Server, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long each phase of a shutdown takes, in seconds; may be 0. */
export interface DrainTimes {
  /** First `/ready` fails and everything else works: load balancers remove the process. */
  notice: number;
  /**
   * Then no new connection is accepted, and each answer closes its connection. Closing a connection while a client sends
   * on it would lose the request: open connections may be used once more during this time.
   */
  grace: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /** To be called before `close`. */
    drain(times: DrainTimes): Promise<void>;
    isDraining(): boolean;
    /** For answers that would never end: called when connections begin to end, perhaps twice. */
    whenConnectionsEnd(end: () => void): void;
  }
}

/** A connection without any request would keep the server from closing. */
const UNUSED_TIMEOUT = 1_000;

/**
 * Requests that run while the server closes are answered, and their connections end with the answer; otherwise a
 * client that keeps its connection open would keep the server from closing.
 */
export function installGracefulClose(app: FastifyInstance): void {
  let isDraining = false;
  let areConnectionsEnding = false;
  const ends: (() => void)[] = [];
  const endConnections = () => {
    areConnectionsEnding = true;
    for (const end of ends) end();
  };
  let accepted = 0;
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    accepted++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  app.decorate("whenConnectionsEnd", (end: () => void) => {
    ends.push(end);
  });
  app.decorate("isDraining", () => isDraining);
  app.decorate("drain", async ({ notice, grace }: DrainTimes) => {
    isDraining = true;
    await pause(notice * 1_000);
    if (grace === 0) return;
    const closed = once(app.server, "close");
    await stopListening(app.server, () => accepted);
    endConnections();
    await Promise.race([closed, pause(grace * 1_000)]);
  });
  app.addHook("preClose", async () => {
    isDraining = true;
    endConnections();
    const closeUnused = () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    setTimeout(closeUnused, UNUSED_TIMEOUT).unref();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (areConnectionsEnding) reply.header("connection", "close");
    done(null, payload);
  });
}

/**
 * Open connections stay open. Connections that wait to be accepted would be reset, and a turn of the event loop accepts one of
 * them: it closes right after a turn that found none. For the same reason answers close their connections only from now on.
 */
async function stopListening(server: FastifyInstance["server"], accepted: () => number): Promise<void> {
  let before: number;
  do {
    before = accepted();
    await nextTurn();
  } while (accepted() > before);
  // Not the close of the HTTP server, which also closes idle connections.
  Server.prototype.close.call(server);
}
