import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Random, so that an attacker cannot finish an authorization that was started here. */
export const newState = (): string => randomBytes(32).toString("base64url");

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in constant time. */
export const isSameState = (known: string | null, given: string): boolean =>
  known !== null && timingSafeEqual(digest(known), digest(given));
