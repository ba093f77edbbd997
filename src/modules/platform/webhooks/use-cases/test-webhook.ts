import type { Db } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Answer } from "../delivery.ts";
import { findTarget } from "../secret-store.ts";
import type { HttpSender } from "../sending/http-sender.ts";
import { requestFor } from "../sending/request.ts";
import { unknownWebhook } from "../webhook.ts";

/** Calls the receiver at once, also of a webhook that is switched off. It is in no log: there was no event. */
export async function testWebhook(
  { db, sender }: { db: Db; sender: HttpSender },
  id: string,
): Promise<Answer> {
  const target = await findTarget(db, id);
  if (!target) throw unknownWebhook(id);
  const event = { id: newId("evt"), name: "webhook.ping", occurred_at: new Date(), data: { id } };
  return sender.send(requestFor(target, { deliveryId: newId("whd"), event }));
}
