import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { replaceSecret } from "../secret-store.ts";
import { lockWebhook } from "../webhook-store.ts";
import { newSecret } from "./new-secret.ts";

/** Returns the new secret, which is shown this once. Messages carry the signatures of both for a day. */
export const rotateSecret = ({ db }: { db: Db }, id: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    await lockWebhook(tx, id);
    const secret = newSecret();
    await replaceSecret(tx, id, secret);
    await announce(tx, "webhook.secret_rotated", { id });
    return secret;
  });
