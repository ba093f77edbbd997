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
import qs from "qs";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { ShopSecrets } from "../kernel/shop-secrets.ts";
import type { Tracing } from "../kernel/tracing.ts";
import { installActorContext } from "./actor-context.ts";
import {
  type Admission,
  installAdmission,
  installRequestSlots,
  type RequestSlots,
} from "./admission/index.ts";
import { installAnswerSize } from "./answer-body.ts";
import { installArrivalLimit } from "./arrival-limit.ts";
import { type CallerOptions, installCaller } from "./caller.ts";
import { installCatalogueCacheControl } from "./catalogue-cache-control.ts";
import { installConditionalAnswers } from "./conditional-answers.ts";
import { installCors, originCheck } from "./cors.ts";
import { answerBrokenRequest, answerError, installErrorHandling } from "./errors.ts";
import { installGracefulClose } from "./graceful-close.ts";
import { installIdempotency } from "./idempotency.ts";
import { installInProcess } from "./in-process.ts";
import { installJsonBody } from "./json-body.ts";
import { logDestination } from "./log-destination.ts";
import { installMasks, type Mask } from "./masks.ts";
import { type AdminPaths, installPermissions } from "./permissions.ts";
import { installHeaderCheck, installUrlCheck } from "./request-checks.ts";
import { installRequestLog } from "./request-log.ts";
import { installRequestSpans } from "./request-spans.ts";
import { installSecurityHeaders } from "./security-headers.ts";
import { schemaController } from "./validation.ts";
import type { Waits } from "./waits.ts";

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

interface ServerDeps {
  config: Config;
  db: Db;
  secrets: ShopSecrets;
  identify: CallerOptions["identify"];
  /** Where the log goes; standard output when absent. */
  logStream?: NodeJS.WritableStream;
  tracing?: Tracing | undefined;
  waits: Waits;
  /** What the modules declare about the permissions of paths, and about what only some callers see. */
  declared: { adminPaths: AdminPaths; masks: readonly Mask[] };
}

interface Server {
  app: App;
  slots: RequestSlots;
  /** Of heavy reads. */
  admission: Admission;
}

/** A Fastify server with every convention of the API and not a single route. */
export async function createServer(deps: ServerDeps): Promise<Server> {
  const { config, db, secrets, identify, logStream, tracing, waits, declared } = deps;
  const app = Fastify({
    logger: {
      level: config.logLevel,
      stream: logStream ?? logDestination(config),
      ...(tracing && { mixin: () => tracing.logFields() }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: config.bodyLimit,
    // Of the headers. The body has a limit of its own (arrival-limit.ts), because a large file may take long.
    http: {
      headersTimeout: waits.arrival.limit,
      connectionsCheckingInterval: waits.arrival.checkedEvery,
      // request-checks.ts answers a request without one with JSON.
      requireHostHeader: false,
    },
    requestTimeout: 0,
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

  // An `Expect` header with another value is ignored; Node's own answer to it would not be JSON.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  if (tracing) installRequestSpans(app, tracing);
  installErrorHandling(app);
  installArrivalLimit(app, waits.arrival);
  installJsonBody(app);
  installHeaderCheck(app);
  installUrlCheck(app);
  installRequestLog(app);
  installGracefulClose(app);
  installAnswerSize(app, config.answerBytes);

  installSecurityHeaders(app);
  installCors(app, config);
  await app.register(cookie);
  installInProcess(app);
  installCaller(app, { identify, isTrustedOrigin: originCheck(config) });
  installPermissions(app, declared.adminPaths);
  installMasks(app, declared.masks);
  const { slots, free } = installRequestSlots(app, requestLimits(config, db.poolSize));
  installIdempotency(app, { db, secrets, masks: declared.masks });
  installActorContext(app);
  const admission = installAdmission(app, admissionLimits(config, db.poolSize), free);
  installCatalogueCacheControl(app, config.catalogueCacheControl);
  installConditionalAnswers(app);
  return { app, slots, admission };
}

/** Some requests wait for the database while others compute. Beyond that, more at the same time only delay each other. */
const requestLimits = (config: Config, poolSize: number) => ({
  most: config.requests ?? 4 * poolSize,
  waiting: config.waitingRequests,
});

/** Heavy reads leave half of the connections to the others, and one address leaves half of the heavy reads to the others. */
function admissionLimits(config: Config, poolSize: number) {
  const most = config.heavyReads ?? Math.max(1, Math.floor(poolSize / 2));
  return {
    most,
    mostPerAddress: config.heavyReadsPerAddress ?? Math.ceil(most / 2),
    statementTimeout: config.heavyReadTimeout,
    memory: config.heavyReadMemory * 1024 * 1024,
  };
}

/** An id from the client is used if it is harmless in a log line, so that a request can be traced across services. */
function requestId(request: { headers: IncomingMessage["headers"] }): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[\w.:-]{1,100}$/.test(sent) ? sent : randomUUID();
}

// Generous for any honest query; each bound keeps a hostile one cheap.
const LIMITS = { depth: 3, arrayLimit: 1_000, parameterLimit: 2_000 };
const OPTIONS = { ...LIMITS, ignoreQueryPrefix: true, plainObjects: true };

/** `a=1`, `a[]=1&a[]=2`, `a[0]=1`, `a[key]=1`; `+` and `%20` are spaces. */
const parseQueryString = (text: string): Record<string, unknown> =>
  text === "" ? Object.create(null) : (qs.parse(text, OPTIONS) as Record<string, unknown>);
