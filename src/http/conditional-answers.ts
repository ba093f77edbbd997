import type { FastifyInstance, FastifyReply } from "fastify";
import { etagOf } from "./answer-body.ts";
import { acceptedEncoding, compress } from "./compression.ts";
import { isFresh, isRead } from "./freshness.ts";

// Smaller bodies fit into one packet.
const COMPRESSED_FROM = 1024;

const COMPRESSIBLE = /^(application\/(json|javascript|xml)|text\/|image\/svg)/;

/**
 * ETags and compression. Every GET has an ETag and is answered with 304 when the client has that body already; a body of
 * more than a kilobyte is compressed when the client accepts it. Streams, as downloads are, are sent as they are.
 * Registered last, so that other hooks see the plain body.
 */
export function installConditionalAnswers(app: FastifyInstance): void {
  app.decorateReply("shared", null);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!isBody(payload) || payload.length === 0) return done(null, payload);
    const shared = reply.shared?.bytes === payload ? reply.shared.body : null;
    // `sendShared` has done this for a body that several requests share.
    if (!shared && isRead(request) && reply.statusCode === 200) {
      if (!reply.hasHeader("etag")) reply.header("etag", etagOf(payload));
      if (isFresh(request, String(reply.getHeader("etag")))) {
        reply.code(304).removeHeader("content-type").removeHeader("content-length");
        return done(null, null);
      }
    }
    if (!isCompressible(reply, payload)) return done(null, payload);
    vary(reply, "Accept-Encoding");
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    // Without a promise: most clients of a server behind a proxy ask for nothing.
    if (encoding === null) return done(null, payload);
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return shared ? shared.encoded(encoding) : compress(payload, encoding, "fast");
  });
}

type Body = string | Buffer;

const isBody = (payload: unknown): payload is Body =>
  typeof payload === "string" || payload instanceof Buffer;

const isCompressible = (reply: FastifyReply, payload: Body) =>
  payload.length > COMPRESSED_FROM &&
  !reply.hasHeader("content-encoding") &&
  COMPRESSIBLE.test(String(reply.getHeader("content-type")));

/** Adds request headers that the answer depends on. */
export function vary(reply: FastifyReply, ...headers: string[]): void {
  const before = reply.getHeader("vary");
  const added = headers.join(", ");
  reply.header("vary", before ? `${before}, ${added}` : added);
}
