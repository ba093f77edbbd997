import { createHash } from "node:crypto";
import { createSigner } from "fast-jwt";
import { days, hours } from "../../../../kernel/dates.ts";
import type { AccountKind } from "../account.ts";
import type { CheckedLogin } from "./check-login.ts";

const lifetimes = { user: hours(24), customer: days(30) };

/** Identifies a password without revealing it, so that a new password ends tokens. */
export const passwordMark = (passwordHash: string): string =>
  createHash("sha256").update(`mark ${passwordHash}`).digest("base64url").slice(0, 16);

/** A JWT of the account: valid a day for users, a month for customers, or until the password changes. */
export function issueToken(jwtSecret: string, kind: AccountKind, { id, passwordHash }: CheckedLogin): string {
  const sign = createSigner({ key: jwtSecret, algorithm: "HS256", expiresIn: lifetimes[kind] });
  const mark = passwordMark(passwordHash);
  return kind === "user"
    ? sign({ user_id: id, domain: "admin", mark })
    : sign({ customer_id: id, domain: "store", mark });
}
