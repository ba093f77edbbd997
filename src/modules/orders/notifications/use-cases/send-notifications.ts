import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { findPrivateData, type PrivateDataOfEvents } from "../../../../events/private-data.ts";
import type { ShopEvent, Subscriber } from "../../../../events/subscriber.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type Granted, type Permissions, requirePermission } from "../../../../kernel/permissions.ts";
import { shownIn } from "../../../../kernel/redacted.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { NotificationProvider, SentNotification } from "../../../../providers/ports/notification.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { notificationEvents } from "../events.ts";
import { aboutEvent, isBeingSent, type MailAbout, type MailFailure } from "../mail-record.ts";
import { claimFailedMail, recordFailedMail, recordSentMail } from "../mail-record-store.ts";
import {
  type Notification,
  notInstalled,
  notificationOf,
  permissionToResend,
  type Resend,
  refuseOtherRecipient,
  resendOf,
  tokenIsOver,
} from "../notification.ts";
import { getNotification, hasNotification, insertNotification, insertResend } from "../notification-store.ts";
import { failureOf } from "./mail-failure.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

/**
 * Subscribes each provider to its events. The message is recorded after it was sent: after a crash in between it is sent
 * again.
 */
export const notificationSubscribers = ({ db, providers }: Deps): Subscriber[] =>
  providers.notification.all().flatMap((provider) =>
    provider.events.map((event) => ({
      name: `notifications ${provider.id} ${event}`,
      event,
      handler: (happened: ShopEvent) => send({ db, provider }, happened),
    })),
  );

interface Sending {
  db: Db;
  provider: NotificationProvider;
}

async function send({ db, provider }: Sending, event: ShopEvent): Promise<void> {
  const key = { eventId: event.id, providerId: provider.id };
  if (await hasNotification(db, key)) return;
  // The event is delivered again, and the mail was sent by then or not.
  if (!(await claimFailedMail(db, key))) throw isBeingSent();
  await sendAndRecord({ db, provider }, event);
}

/** Null: the provider has nothing to send for the event. */
export async function sendAndRecord(
  { db, provider }: Sending,
  event: Pick<ShopEvent, "id" | "name" | "data">,
): Promise<SentNotification | null> {
  const about = aboutEvent(event, provider.id);
  const sent = await provider.send(event.name, event.data).catch(async (error: unknown) => {
    await recordFailure(db, about, failureOf(error, event));
    throw error;
  });
  if (!sent) return null;
  const notification = notificationOf(newId("noti"), { event, providerId: provider.id, sent });
  await inTransaction(db, async (tx) => {
    await insertNotification(tx, notification);
    await recordSentMail(tx, {
      ...about,
      id: newId("mail"),
      recipient: sent.to,
      notification_id: notification.id,
    });
  });
  return sent;
}

const recordFailure = (db: Db, about: MailAbout, failure: MailFailure): Promise<void> =>
  inTransaction(db, async (tx) => {
    const firstFailure = await recordFailedMail(tx, { ...about, ...failure, id: newId("mail") });
    if (firstFailure !== null)
      await notificationEvents.announce(tx, "mail.failed", { id: firstFailure, kind: about.kind });
  });

interface ResendDeps extends Deps {
  permissions: Permissions;
  privateData: PrivateDataOfEvents;
  granted: Granted;
  /** In milliseconds. */
  timeout?: number;
}

/**
 * Sends a notification again. The provider sends first, outside of any transaction, and the resend is recorded afterwards:
 * a message without a record is better than a record of a message that was never sent.
 */
export async function resendNotification(
  { db, permissions, privateData, providers, granted, timeout = 10_000 }: ResendDeps,
  id: string,
  { to }: { to?: string },
): Promise<void> {
  const original = await getNotification(db, id);
  requirePermission(granted, permissionToResend(permissions, original));
  if (original.event_name !== null && original.event_name in privateData) refuseOtherRecipient(original, to);
  const provider =
    original.provider_id === null ? undefined : providers.notification.find(original.provider_id);
  if (!provider) throw notInstalled(original.provider_id);
  const call = {
    failure: `The notification provider ${provider.id} did not send the message again`,
    timeoutReason: "it did not answer in time, and may have sent it or not",
    timeout,
  };
  const secrets = await secretsOfMessage(db, privateData, original);
  const resend = await callProvider(call, async () => {
    const sent = { to: original.to, data: shownIn(original.data, secrets) };
    const answer = await provider.resend(sent, to === undefined ? {} : { to });
    // Fails here, and not at the insert, if the data cannot be stored as JSON.
    return JSON.parse(JSON.stringify(resendOf(original, newId("noti"), { to, answer, secrets }))) as Resend;
  });
  await inTransaction(db, async (tx) => {
    await insertResend(tx, resend);
    await notificationEvents.announce(tx, "notification.resent", { id, resend_id: resend.id });
  });
}

/** The token of the message, which is stored without it. A message of v1 has none of ours. */
async function secretsOfMessage(
  db: Db,
  privateData: PrivateDataOfEvents,
  { event_name, data }: Notification,
): Promise<Record<string, string>> {
  const eventId = data["event_id"];
  if (event_name === null || !(event_name in privateData) || typeof eventId !== "string") return {};
  const made = await findPrivateData(db, privateData, eventId);
  if (!made || made.validUntil < new Date()) throw tokenIsOver();
  return made.data;
}
