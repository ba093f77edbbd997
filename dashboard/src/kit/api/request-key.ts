import { ApiError, newIdempotencyKey } from "@tradewind/client";
import { useRef } from "react";

/**
 * Sends a body with a key, so that the server does it once: a second click after a lost answer has the same key, as the retries of
 * the client have. After an answer, or with another body, it is a new request.
 */
export function useRequestKey() {
  const last = useRef({ body: "", key: "" });
  return async <T>(
    body: unknown,
    send: (headers: { "Idempotency-Key": string }) => Promise<T>,
  ): Promise<T> => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() };
    try {
      return await send({ "Idempotency-Key": last.current.key });
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) last.current.body = "";
      throw error;
    }
  };
}
