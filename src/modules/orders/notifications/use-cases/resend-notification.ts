import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { notInstalled, type Resend, resendOf } from "../notification.ts";
import { getNotification, insertResend } from "../notification-store.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  /** How long the provider may take, in milliseconds. */
  timeout?: number;
}

/**
 * The provider sends first, outside of any transaction, and the resend is recorded when the message is out: a record
 * of a message that nobody got would be worse than a message without a record.
 */
export async function resendNotification(
  { db, providers, timeout = 10_000 }: Deps,
  id: string,
  { to }: { to?: string },
): Promise<void> {
  const original = await getNotification(db, id);
  const provider =
    original.provider_id === null ? undefined : providers.notification.find(original.provider_id);
  if (!provider) throw notInstalled(original.provider_id);
  const asked = {
    failure: `The notification provider ${provider.id} did not send the message again`,
    timeoutReason: "it did not answer in time, and may have sent it or not",
    timeout,
  };
  const resend = await callProvider(asked, async () => {
    const sent = { to: original.to, data: original.data };
    const answer = await provider.resend(sent, to === undefined ? {} : { to });
    // What cannot be stored is no answer, so it is tried here.
    return JSON.parse(JSON.stringify(resendOf(original, newId("noti"), { to, answer }))) as Resend;
  });
  await inTransaction(db, async (tx) => {
    await insertResend(tx, resend);
    await announce(tx, "notification.resent", { id, resend_id: resend.id });
  });
}
