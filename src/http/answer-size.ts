import type { FastifyInstance } from "fastify";
import { answerTooLarge } from "../kernel/refusal.ts";

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
