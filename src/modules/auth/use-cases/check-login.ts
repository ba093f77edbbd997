import type { Connection } from "../../../db/database.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type AccountKind, findLoginByEmail, replaceHash } from "../auth-store.ts";
import { hashPassword, isOutdated, isPassword } from "./hash-password.ts";

export interface LoginAttempt {
  email: string;
  password: string;
}

let decoy: Promise<string> | undefined;

/** The id of the account, or a refusal that does not tell whether the email or the password was wrong. */
export async function checkLogin(
  { db }: { db: Connection },
  kind: AccountKind,
  { email, password }: LoginAttempt,
): Promise<string> {
  const login = await findLoginByEmail(db, kind, email);
  if (!login?.password_hash) {
    // As long as with an account, so that the time does not tell either.
    decoy ??= hashPassword("nobody has this password");
    await isPassword(await decoy, password);
    throw new Refusal("unauthorized", "Unauthorized");
  }
  if (!(await isPassword(login.password_hash, password))) throw new Refusal("unauthorized", "Unauthorized");
  if (isOutdated(login.password_hash)) {
    const hash = await hashPassword(password);
    await replaceHash(db, kind, { id: login.id, old: login.password_hash, hash });
  }
  return login.id;
}
