import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal, RefusalOfPlugin, type RefusalType } from "../kernel/refusal.ts";
import { isDatabaseError, isReadOnlyError, isTransientError } from "../kernel/transient-error.ts";
import { validationMessage } from "./validation.ts";

type ErrorType = RefusalType | "database_error" | "unknown_error";

interface ErrorBody {
  code?: string;
  type: ErrorType;
  message: string;
}

interface ErrorList {
  errors: readonly string[];
  message: string;
}

/** The one table from the kind of an error to its status and, for some kinds, its code. */
const kinds: Record<ErrorType, { status: number; code?: string }> = {
  invalid_data: { status: 400 },
  not_allowed: { status: 400 },
  unauthorized: { status: 401 },
  not_found: { status: 404 },
  conflict: { status: 409, code: "invalid_state_error" },
  duplicate_error: { status: 422, code: "invalid_request_error" },
  payment_authorization_error: { status: 422 },
  too_many_requests: { status: 429 },
  unexpected_state: { status: 500 },
  database_error: { status: 503, code: "api_error" },
  unknown_error: { status: 500, code: "unknown_error" },
};

/** Codes that lift a refusal of their type to another status. */
const statusOfCode: Record<string, number> = {
  cart_incompatible_state: 409,
  discount_usage_limit: 409,
  discount_disabled: 409,
  discount_not_started: 409,
  discount_expired: 409,
  gift_card_balance: 409,
  gift_card_expired: 409,
  goods_deleted: 409,
  plugin_failed: 409,
  missing_permission: 403,
  too_large: 413,
  unsupported_encoding: 415,
  busy: 503,
  overloaded: 503,
  too_expensive: 503,
  storage_unavailable: 503,
};

/** Codes of requests that the server refuses because of their number or cost (admission/). */
const OVERLOAD = ["busy", "overloaded", "too_expensive", "too_many_reads"];

const isOverload = (body: ErrorBody | ErrorList): body is ErrorBody =>
  "code" in body && OVERLOAD.includes(body.code ?? "");

/** Seconds. Most troubles of a database are over by then; one that is restarted takes a few. */
const RETRY_AFTER = 2;

export function installErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    send(reply, 404, {
      type: "not_found",
      message: `There is no ${request.method} ${request.url.split("?")[0]}`,
    }),
  );
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = answerFor(error);
  if (isOverload(body)) request.log.warn({ code: body.code }, "request refused: overload");
  else if (status >= 500) request.log.error({ err: error }, "request failed");
  if (status === 503 || isOverload(body)) reply.header("retry-after", RETRY_AFTER);
  return send(reply, status, body);
}

const brokenRequests: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
};

/** Connections that end with the answer they get: whatever else arrives there is not answered. */
const ending = new WeakSet<Socket>();

export function endWithAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("connection", "close");
  ending.add(request.raw.socket);
}

/** A message that is not valid HTTP never becomes a request; the answer is written to the socket. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable || ending.has(socket)) return;
  const [status, message] = brokenRequests[error.code ?? ""] ?? [
    "400 Bad Request",
    "The request is not valid HTTP.",
  ];
  const body: ErrorBody = { type: "invalid_data", message };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`,
  );
}

const send = (reply: FastifyReply, status: number, body: ErrorBody | ErrorList) =>
  reply.code(status).type("application/json; charset=utf-8").send(body);

const answer = (type: ErrorType, message: string, code?: string) => {
  const kind = kinds[type];
  const shownCode = code ?? kind.code;
  return {
    status: (code && statusOfCode[code]) || kind.status,
    body: { ...(shownCode ? { code: shownCode } : {}), type, message } as ErrorBody,
  };
};

export function answerFor(error: unknown): { status: number; body: ErrorBody | ErrorList } {
  if (error instanceof Refusal) return refusalAnswer(error);
  const thrown = error as FastifyError;
  if (thrown.validation) return answer("invalid_data", validationMessage(thrown.validation));
  if (isTransientError(error)) return answer("database_error", transientMessage(error));
  if (isDatabaseError(error)) return databaseAnswer(thrown.code);
  if (thrown.statusCode && thrown.statusCode < 500) return transportAnswer(thrown);
  return answer("unknown_error", "An unknown error occurred.");
}

/** A request with several items is answered with a list of the errors, in the form of v1. */
function refusalAnswer(refusal: Refusal): {
  status: number;
  body: ErrorBody | ErrorList;
} {
  const { type, message, code, errors } = refusal;
  if (refusal instanceof RefusalOfPlugin)
    return { status: refusal.status, body: { code: code!, type, message } };
  const { status, body } = answer(type, message, code);
  return { status, body: errors ? { errors, message } : body };
}

/** For errors of PostgreSQL without a refusal of their own: some codes still mean a mistake of the client. */
function databaseAnswer(state: string): { status: number; body: ErrorBody } {
  if (state === "23505") return answer("duplicate_error", "Such a record already exists.");
  if (state === "23503") return answer("not_found", "A record that the request refers to does not exist.");
  if (state === "23502" || state === "23514")
    return answer("invalid_data", "A value is missing or not allowed.");
  if (state.startsWith("22")) return answer("invalid_data", "A value is malformed or out of range.");
  return answer("unknown_error", "An unknown error occurred.");
}

function transientMessage(error: unknown): string {
  if (isReadOnlyError(error)) return "The database takes no changes right now.";
  return isDatabaseError(error)
    ? "The database cannot answer right now."
    : "The database cannot be reached right now.";
}

export const JSON_REQUIRED = "The request body must be JSON (content-type: application/json).";

const transportMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "The request body is too large.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: JSON_REQUIRED,
  FST_ERR_CTP_INVALID_JSON_BODY: "The request body is not valid JSON.",
  FST_ERR_BAD_URL: "The path of the request is malformed.",
};

function transportAnswer(error: FastifyError): { status: number; body: ErrorBody } {
  const message = transportMessages[error.code] ?? "The request is malformed.";
  const status = message === JSON_REQUIRED ? 400 : error.statusCode!;
  return { status, body: { type: "invalid_data", message } };
}

/** For hooks that must answer before a route is reached. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  request.log.debug({ type: refusal.type }, refusal.message);
  const { status, body } = answerFor(refusal);
  return send(reply, status, body);
}
