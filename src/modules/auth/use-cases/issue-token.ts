import { createSigner } from "fast-jwt";
import { days, hours } from "../../../kernel/dates.ts";
import type { AccountKind } from "../account.ts";

const lifetimes = { user: hours(24), customer: days(30) };

/** A JWT that stands for the account: a day for users, a month for customers. */
export function issueToken(jwtSecret: string, kind: AccountKind, id: string): string {
  const sign = createSigner({ key: jwtSecret, algorithm: "HS256", expiresIn: lifetimes[kind] });
  return kind === "user"
    ? sign({ user_id: id, domain: "admin" })
    : sign({ customer_id: id, domain: "store" });
}
