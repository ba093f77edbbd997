import type { FastifyReply } from "fastify";

const known = new WeakMap<object, Buffer>();

// They are kept beside what they show, whoever made that so large.
const MOST = 64 * 1024;

/**
 * An answer about something that is shown again and again, and cannot change: it is made into bytes once. What the route
 * returns; something that was made for this answer alone is returned as it is.
 */
export function bytesOnce<Answer extends object>(reply: FastifyReply, shown: object, answer: Answer): Answer {
  if (!Object.isFrozen(shown)) return answer;
  const body = known.get(shown) ?? Buffer.from(JSON.stringify(answer));
  if (body.length <= MOST) known.set(shown, body);
  reply.type("application/json; charset=utf-8");
  return body as unknown as Answer;
}
