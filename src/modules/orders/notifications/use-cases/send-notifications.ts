import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { ShopEvent, Subscriber } from "../../../../events/subscriber.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { NotificationProvider } from "../../../../providers/ports/notification.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { notificationOf } from "../notification.ts";
import { hasNotification, insertNotification } from "../notification-store.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

/**
 * Every provider hears of its events and sends what it has to say. The record is made when the message is out; after a
 * crash in between it is sent once more.
 */
export const notificationSubscribers = ({ db, providers }: Deps): Subscriber[] =>
  providers.notification.all().flatMap((provider) =>
    provider.events.map((event) => ({
      name: `notifications ${provider.id} ${event}`,
      event,
      handler: (happened: ShopEvent) => send({ db, provider }, happened),
    })),
  );

async function send(
  { db, provider }: { db: Db; provider: NotificationProvider },
  event: ShopEvent,
): Promise<void> {
  if (await hasNotification(db, { eventId: event.id, providerId: provider.id })) return;
  const sent = await provider.send(event.name, event.data);
  if (!sent) return;
  const notification = notificationOf(newId("noti"), { event, providerId: provider.id, sent });
  await inTransaction(db, (tx) => insertNotification(tx, notification));
}
