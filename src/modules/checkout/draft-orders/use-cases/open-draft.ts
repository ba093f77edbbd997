import type { Connection, Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { allowDraft, cartIdOf, type DraftAction } from "../draft-order.ts";
import { getDraft, lockDraft, saveDraft } from "../draft-order-store.ts";

/** The cart of a draft that may be changed; whether it still may is looked at again under the cart's lock. */
export async function cartOfOpenDraft(on: Connection, id: string, action: DraftAction): Promise<string> {
  const draft = await getDraft(on, id);
  allowDraft(action, draft);
  return cartIdOf(draft);
}

/** What is checked and written in the transaction of a change, after the cart was locked. */
export const asChangeOf =
  (id: string, noNotification?: boolean) =>
  async (tx: Tx): Promise<void> => {
    allowDraft("update", await lockDraft(tx, id));
    await saveDraft(tx, id, noNotification);
    await announce(tx, "draft_order.updated", { id });
  };
