import { createHmac, randomBytes } from "node:crypto";
import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import {
  type FirstPassword,
  findFirstPassword,
  hashPassword,
  isPassword,
  saveFirstPassword,
} from "../../auth/index.ts";
import { lockTeam } from "../../roles/index.ts";
import { userEvents } from "../events.ts";
import { userFrom } from "../user.ts";
import { hasUsers, insertUser, savePassword } from "../user-store.ts";

interface Deps {
  db: Db;
  secrets: ShopSecrets;
}

/** Creates the first user; returns false if the shop has one. Without a password one is generated: see `findUnusedPassword`. */
export async function createFirstUser(
  { db, secrets }: Deps,
  { email, password }: { email: string; password?: string },
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const generated = await generatedPassword({ db, secrets });
  const hash = password === undefined ? generated.hash : await hashPassword(db, password);
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    if (await hasUsers(tx)) return false;
    const user = userFrom(newId("usr"), { email });
    await insertUser(tx, user, hash);
    if (password === undefined) {
      await saveFirstPassword(tx, { userId: user.id, salt: generated.salt, passwordHash: hash });
    }
    await userEvents.announce(tx, "user.created", { id: user.id });
    return true;
  });
}

/**
 * The generated password of the first user, until the first login with it or a change of it. All processes with the same
 * secret derive the same one. For a process with another secret a new one replaces it: the old one cannot have been used.
 */
export async function findUnusedPassword(deps: Deps): Promise<{ email: string; password: string } | null> {
  const first = await findFirstPassword(deps.db);
  if (!first) return null;
  for (const secret of deps.secrets.accepted()) {
    const password = derivedPassword(secret, first.salt);
    if (await isPassword(first.passwordHash, password)) return { email: first.email, password };
  }
  await replaceUnusedPassword(deps, first);
  return findUnusedPassword(deps);
}

async function replaceUnusedPassword({ db, secrets }: Deps, old: FirstPassword): Promise<void> {
  const { salt, hash } = await generatedPassword({ db, secrets });
  await inTransaction(db, async (tx) => {
    await lockTeam(tx);
    // Another process may have replaced it, or a user has logged in.
    if ((await findFirstPassword(tx))?.salt !== old.salt) return;
    await savePassword(tx, old.userId, hash);
    await saveFirstPassword(tx, { userId: old.userId, salt, passwordHash: hash });
  });
}

async function generatedPassword({ db, secrets }: Deps): Promise<{ salt: string; hash: string }> {
  const salt = randomBytes(16).toString("base64url");
  return { salt, hash: await hashPassword(db, derivedPassword(secrets.current, salt)) };
}

/** 96 bits. Without the salt, which is deleted at the first login, the secret does not lead to the password. */
const derivedPassword = (secret: string, salt: string): string =>
  createHmac("sha256", secret).update(`first password ${salt}`).digest("base64url").slice(0, 16);
