import type { Db } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { ReceiverResponse } from "../delivery.ts";
import { findDeliveryTarget } from "../secret-store.ts";
import type { HttpSender } from "../sending/http-sender.ts";
import { requestFor } from "../sending/request.ts";
import { webhookNotFound } from "../webhook.ts";

/** Calls the receiver at once, also of a webhook that is switched off. The ping is not an event and not a delivery. */
export async function testWebhook(
  { db, sender }: { db: Db; sender: HttpSender },
  id: string,
): Promise<ReceiverResponse> {
  const target = await findDeliveryTarget(db, id);
  if (!target) throw webhookNotFound(id);
  const event = { id: newId("evt"), name: "webhook.ping", occurred_at: new Date(), data: { id } };
  return sender.send(requestFor(target, { deliveryId: newId("whd"), event }));
}
