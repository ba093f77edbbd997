import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { answerTooLarge } from "../kernel/refusal.ts";
import { compress, type Encoding } from "./compression.ts";
import { isFresh, isRead } from "./freshness.ts";

declare module "fastify" {
  interface FastifyReply {
    /** The body of an answer that several requests share, with its bytes; null where it belongs to this request only. */
    shared: { body: SharedBody; bytes: Buffer } | null;
  }
}

/** The same for the same bytes. Weak, as in v1: compressed and plain bodies have the same one. */
export const etagOf = (bytes: string | Buffer): string =>
  `W/"${bytes.length.toString(16)}-${createHash("sha1").update(bytes).digest("base64url")}"`;

/** A body that several requests share: its ETag is known, and it is compressed once for each encoding. */
export interface SharedBody {
  readonly etag: string;
  readonly bytes: Buffer;
  encoded(encoding: Encoding): Promise<Buffer>;
}

// JSON becomes far smaller. What does not is compressed again for each request.
const COMPRESSED_AT_MOST = 1 / 4;

/** A shared body in one piece. */
export class AnswerBody implements SharedBody {
  private tag: string | undefined;
  private readonly compressed = new Map<Encoding, Buffer>();

  constructor(readonly bytes: Buffer) {}

  get etag(): string {
    this.tag ??= etagOf(this.bytes);
    return this.tag;
  }

  /** Memory that it uses at most, in bytes. */
  get size(): number {
    return this.bytes.length * (1 + 2 * COMPRESSED_AT_MOST);
  }

  async encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.compressed.get(encoding);
    if (known) return known;
    const made = await compress(this.bytes, encoding, "small");
    if (made.length <= this.bytes.length * COMPRESSED_AT_MOST) this.compressed.set(encoding, made);
    return made;
  }
}

/**
 * Returns what the route returns: the bytes, which are not serialized again. For a client that has the body already the
 * bytes are not even put together.
 */
export function sendShared(reply: FastifyReply, body: SharedBody): unknown {
  reply.header("etag", body.etag);
  if (isRead(reply.request) && isFresh(reply.request, body.etag)) return reply.code(304).send();
  const { bytes } = body;
  reply.shared = { body, bytes };
  reply.type("application/json; charset=utf-8");
  return bytes;
}

const bodies = new WeakMap<object, AnswerBody>();

// The body lives as long as the cached object.
const MAX_BYTES = 64 * 1024;

/**
 * Serializes an answer about an immutable cached object only once. Returns what the route returns: the bytes, or the
 * answer itself when the object belongs to this request only.
 */
export function serializedOnce<Answer extends object>(
  reply: FastifyReply,
  cached: object,
  answer: Answer,
): Answer {
  if (!Object.isFrozen(cached)) return answer;
  const body = bodies.get(cached) ?? new AnswerBody(Buffer.from(JSON.stringify(answer)));
  if (body.bytes.length <= MAX_BYTES) bodies.set(cached, body);
  return sendShared(reply, body) as Answer;
}

/**
 * An answer is held in memory until the slowest client has read it. Only reads are refused: a change has been made when
 * its answer is ready, and the client must learn of it. Streams, as downloads are, have no size here.
 */
export function installAnswerSize(app: FastifyInstance, mostBytes: number): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const isRead = request.method === "GET" && reply.statusCode === 200;
    const isLarge = isRead && sizeOf(payload) > mostBytes;
    if (isLarge) done(answerTooLarge(mostBytes));
    else done(null, payload);
  });
}

const sizeOf = (payload: unknown): number =>
  typeof payload === "string" || payload instanceof Buffer ? payload.length : 0;
