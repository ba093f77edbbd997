import type { FastifyRequest } from "fastify";
import { userOf } from "../../../http/caller.ts";
import type { Asking } from "./use-cases/refund-order.ts";

/** Keys belong to their caller. Without one, every request is a new one. */
export async function askingOf(request: FastifyRequest): Promise<Asking> {
  const key = request.headers["idempotency-key"];
  return {
    request: typeof key === "string" && key.trim() !== "" ? `${await userOf(request)} ${key.trim()}` : null,
  };
}
