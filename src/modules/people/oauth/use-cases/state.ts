import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Unguessable, so that nobody else can finish an authorization that was begun here. */
export const newState = (): string => randomBytes(32).toString("base64url");

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Takes the same time wherever the two differ. */
export const isSameState = (known: string | null, given: string): boolean =>
  known !== null && timingSafeEqual(digest(known), digest(given));
