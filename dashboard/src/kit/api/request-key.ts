import { ApiError } from "@tradewind/client";
import { useRef } from "react";

/** Not `randomUUID`, which browsers have only on secure pages. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Sends a body with a key, so that the server does it once: a second click, or a second try after a lost answer, has the same
 * key. After an answer, or with another body, it is a new request.
 */
export function useRequestKey() {
  const last = useRef({ body: "", key: "" });
  return async <T>(
    body: unknown,
    send: (headers: { "Idempotency-Key": string }) => Promise<T>,
  ): Promise<T> => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newKey() };
    try {
      return await send({ "Idempotency-Key": last.current.key });
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) last.current.body = "";
      throw error;
    }
  };
}
