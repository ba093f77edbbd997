import type { FastifyReply } from "fastify";

const bodies = new WeakMap<object, Buffer>();

// The body lives as long as the object that it shows.
const MAX_BYTES = 64 * 1024;

/**
 * Serializes an answer about an immutable cached object only once. Returns what the route returns: the bytes, or the
 * answer itself when the object belongs to this request only.
 */
export function serializedOnce<Answer extends object>(
  reply: FastifyReply,
  shown: object,
  answer: Answer,
): Answer {
  if (!Object.isFrozen(shown)) return answer;
  const body = bodies.get(shown) ?? Buffer.from(JSON.stringify(answer));
  if (body.length <= MAX_BYTES) bodies.set(shown, body);
  reply.type("application/json; charset=utf-8");
  return body as unknown as Answer;
}
