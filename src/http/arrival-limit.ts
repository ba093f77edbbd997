import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { answerBrokenRequest } from "./errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** For bodies that may be large: they may take long, as long as they arrive at a minimum rate. */
    isLargeBody?: boolean;
  }
}

export interface ArrivalTimes {
  /** How long headers and body may take together, and the time in which a large body must make progress; milliseconds. */
  limit: number;
  /** How often this is checked. */
  checkedEvery: number;
}

/** What a large body must send in each period: a kilobyte a second in a minute. */
const LEAST_BYTES = 60 * 1024;

interface Arrival {
  response: ServerResponse;
  /** Checks since the period began. Not the time: while this process is busy, it does not read what has arrived. */
  checks: number;
  isLarge: boolean;
  /** Read from the socket when the period began. */
  bytes: number;
}

/**
 * A request that arrives drop by drop occupies a connection. Node's own limit is one for all requests: it would have to be long
 * enough for the largest file on the slowest network.
 */
export function installArrivalLimit(app: FastifyInstance, { limit, checkedEvery }: ArrivalTimes): void {
  const mostChecks = limit / checkedEvery;
  const arriving = new Map<IncomingMessage, Arrival>();
  // Before Fastify, whose hooks run at once.
  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    arriving.set(request, { response, checks: 0, isLarge: false, bytes: request.socket.bytesRead });
    request.once("close", () => arriving.delete(request));
  });
  app.addHook("onRequest", ({ raw, routeOptions }, _reply, done) => {
    const arrival = routeOptions.config.isLargeBody ? arriving.get(raw) : undefined;
    if (arrival) arrival.isLarge = true;
    done();
  });
  const check = () => {
    for (const [request, arrival] of arriving) {
      if (request.complete) arriving.delete(request);
      else if (++arrival.checks > mostChecks && !isProgressing(request, arrival)) cut(request, arrival);
    }
  };
  const checks = setInterval(check, checkedEvery).unref();
  app.addHook("onClose", async () => clearInterval(checks));
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Begins the next period if it is. */
function isProgressing({ socket, readableLength }: IncomingMessage, arrival: Arrival): boolean {
  // What has arrived and is not read waits for us, such as for a slow storage.
  const isOurs = readableLength > 0;
  if (!arrival.isLarge || (!isOurs && socket.bytesRead - arrival.bytes < LEAST_BYTES)) return false;
  arrival.checks = 0;
  arrival.bytes = socket.bytesRead;
  return true;
}

function cut({ socket }: IncomingMessage, { response }: Arrival): void {
  const late = Object.assign(new Error("request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  if (!response.headersSent) answerBrokenRequest(late, socket);
  socket.destroySoon();
}
