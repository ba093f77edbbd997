import type { Db } from "../../../../db/database.ts";
import { findEventForSubscriber, type PrivateDataOfEvents } from "../../../../events/private-data.ts";
import { type Granted, type Permissions, requirePermission } from "../../../../kernel/permissions.ts";
import { invalid, notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { eventIsGone, isBeingSent, unknownMail } from "../mail-record.ts";
import { claimMail, findMail, releaseMail, type StoredMail } from "../mail-record-store.ts";
import { notInstalled, tokenIsOver } from "../notification.ts";
import { hasNotification } from "../notification-store.ts";
import { failureOf } from "./mail-failure.ts";
import { resendNotification, sendAndRecord } from "./send-notifications.ts";

interface Deps {
  db: Db;
  permissions: Permissions;
  privateData: PrivateDataOfEvents;
  providers: ProviderRegistry;
  granted: Granted;
}

/**
 * Sends a mail again, to the address that it was for. One that was sent is sent as it was; one that failed is composed anew. Its
 * token is made again from the event and sent only while it is valid. Two requests at the same time send it once.
 */
export async function sendMailAgain(deps: Deps, id: string): Promise<void> {
  const { db, granted, permissions } = deps;
  const mail = await findMail(db, id);
  if (!mail) throw unknownMail(id);
  if (mail.event_id === null) throw notAllowed("A test mail is not sent again: send a new one");
  requirePermission(granted, permissions.toChangeWhat(mail.kind));
  if (!(await claimMail(db, mail))) throw isBeingSent();
  let isResent = false;
  try {
    if (mail.state === "failed") await sendFailed(deps, mail);
    else await resendNotification(deps, mail.notification_id!, {});
    isResent = true;
  } finally {
    await releaseMail(db, id, { isResent });
  }
}

async function sendFailed({ db, privateData, providers }: Deps, mail: StoredMail): Promise<void> {
  const provider = providers.notification.find(mail.provider_id);
  if (!provider) throw notInstalled(mail.provider_id);
  const eventId = mail.event_id!;
  const event = await findEventForSubscriber(db, privateData, eventId);
  if (!event) throw eventIsGone();
  if (event.validUntil !== null && event.validUntil < new Date()) throw tokenIsOver();
  if (await hasNotification(db, { eventId, providerId: provider.id })) return;
  const sent = await sendAndRecord({ db, provider }, { id: eventId, ...event }).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    throw invalid(`The mail was not sent: ${failureOf(error, event).error}`);
  });
  if (!sent) throw notAllowed("There is nothing to send any more: whom or what the mail was about is gone");
}
