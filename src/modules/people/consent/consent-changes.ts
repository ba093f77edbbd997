import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Decider, type Decision, entryFrom, isRepeated } from "./consent.ts";
import { lastDecision, lockDecider, saveDecision } from "./consent-store.ts";
import { consentEvents } from "./events.ts";

/** Records that a customer agrees to marketing, or does not any more. */
export const decide = ({ db }: { db: Db }, decision: Decision, decider: Decider): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDecider(tx, decider.customerId);
    const entry = entryFrom(newId("cons"), decision, decider);
    if (isRepeated(await lastDecision(tx, decider.customerId, entry.channel), entry)) return;
    await saveDecision(tx, entry);
    const { channel, is_given, source } = entry;
    await consentEvents.announce(tx, "customer.consent_changed", {
      id: decider.customerId,
      channel,
      is_given,
      source,
    });
  });
