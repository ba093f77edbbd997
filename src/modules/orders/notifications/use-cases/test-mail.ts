import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { ActionLimits } from "../../../../http/action-limits.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import type { NotificationProvider } from "../../../../providers/ports/notification.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { findStoreName } from "../../../shop/store/index.ts";
import { recordTestMail } from "../mail-record-store.ts";
import { failureOf } from "./mail-failure.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  limits: ActionLimits;
}

type Tester = NotificationProvider & Required<Pick<NotificationProvider, "sendTest">>;

/** The provider that test mails go through. */
export const testerOf = ({ notification }: Pick<ProviderRegistry, "notification">): Tester | undefined =>
  notification.all().find((provider): provider is Tester => provider.sendTest !== undefined);

/** Few, so that the shop's mail server is of no use to send many mails to others. */
const LIMITS = { perUser: 5, perShop: 20 };

/**
 * Sends a mail with a fixed text, and records the outcome: a failure is an answer, not an error. Every attempt counts for the limit.
 */
export async function sendTestMail(
  { db, providers, limits }: Deps,
  { userId, to }: { userId: string; to: string },
): Promise<string> {
  const provider = testerOf(providers);
  if (!provider) throw notAllowed("No mail server is set up, so there is nothing to test");
  refuseSeveral(to);
  await limits.count(`test-mail:user:${userId}`, LIMITS.perUser);
  await limits.count("test-mail:shop", LIMITS.perShop);
  const error = await provider.sendTest(to, oneLine(await findStoreName(db))).then(
    () => null,
    (failed: unknown) => failureOf(failed, { data: {} }).error,
  );
  const id = newId("mail");
  await inTransaction(db, (tx) => recordTestMail(tx, { id, provider_id: provider.id, recipient: to, error }));
  return id;
}

// Mail libraries read a list of addresses, names and comments from such a text.
function refuseSeveral(to: string): void {
  if (!/^[^\s,;:<>"()[\]\\@]+@[^\s,;:<>"()\\@]+$/.test(to)) throw invalid("to must be one email address");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, 100);
