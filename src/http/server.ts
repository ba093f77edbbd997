import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import cookie from "@fastify/cookie";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RawServerDefault,
} from "fastify";
import pino from "pino";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import { minutes } from "../kernel/dates.ts";
import { installActorContext } from "./actor-context.ts";
import { installAnswerSize } from "./answer-size.ts";
import { type CallerOptions, installCaller } from "./caller.ts";
import { installCors } from "./cors.ts";
import { answerBrokenRequest, answerError, installErrorHandling } from "./errors.ts";
import { installGracefulClose } from "./graceful-close.ts";
import { installHeaderCheck } from "./header-check.ts";
import { installIdempotency } from "./idempotency.ts";
import { installJsonBody } from "./json-body.ts";
import { originCheck } from "./origins.ts";
import { parseQueryString } from "./query-string.ts";
import { installRequestLog } from "./request-log.ts";
import { schemaController } from "./schema-controller.ts";
import { installSecurityHeaders } from "./security-headers.ts";
import { installUrlCheck } from "./unsupported-text.ts";

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface ServerParts {
  config: Config;
  db: Db;
  /** Secret of this shop, the same in all its processes. */
  secret: string;
  identify: CallerOptions["identify"];
  /** Where the log goes; standard output when absent. */
  logStream?: NodeJS.WritableStream;
}

// Lines are written beside the work, many at once when there is much to do. What waits at the end is written then.
const LOG_WRITING = { sync: false, minLength: 8192, periodicFlush: 100 };

/** A Fastify server with every convention of the API and not a single route. */
export async function createServer({ config, db, secret, identify, logStream }: ServerParts): Promise<App> {
  const app = Fastify({
    logger: { level: config.logLevel, stream: logStream ?? pino.destination(LOG_WRITING) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: config.bodyLimit,
    // Who takes longer to send a request keeps a connection from others. Enough for a large file on a slow line.
    requestTimeout: minutes(5),
    requestIdHeader: false,
    genReqId: requestId,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 500, ignoreTrailingSlash: true },
    // Requests on open connections are answered while the server closes, too: no other server gets them.
    return503OnClosing: false,
    schemaController,
    forceCloseConnections: "idle",
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>() as App;

  // Whatever else a client expects, it gets the answer that everybody gets; Node's own would be no JSON.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  installErrorHandling(app);
  installJsonBody(app);
  installHeaderCheck(app);
  installUrlCheck(app);
  installRequestLog(app);
  installGracefulClose(app);
  installAnswerSize(app, config.answerBytes);

  installSecurityHeaders(app);
  installCors(app, config);
  await app.register(cookie);
  installCaller(app, { identify, isTrustedOrigin: originCheck(config) });
  installIdempotency(app, db, secret);
  installActorContext(app);
  return app;
}

/** A sent id is kept when it is harmless in a log line, so that a request can be followed across services. */
function requestId(request: { headers: IncomingMessage["headers"] }): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[\w.:-]{1,100}$/.test(sent) ? sent : randomUUID();
}
