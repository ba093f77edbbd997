import type { Answer, Client } from "../../support/clients/client.ts";
import { chosen, ordered, type Planned } from "./action.ts";
import { free, lineIn, must, newLine, withLine, withMoney, without } from "./model.ts";

/** What customers and merchants do with a whole order. */
export const orderActions = {
  buy: ((action, { visitor, buy }) => ({
    send: () => buy(visitor, action.pieces),
    isDue: (model) => free(model) >= action.pieces,
    effect(model, { body }) {
      must(free(model) >= action.pieces, "sold what was not free");
      const { id, total } = body.data;
      return {
        ...model,
        lines: { ...model.lines, [id]: newLine(action.pieces) },
        money: { ...model.money, [id]: { agreed: total, taken: null, dropped: 0 } },
      };
    },
  })) as Planned,

  capture: ((action, { admin, facts }) => {
    const line = chosen(ordered(facts), action);
    if (!line) return null;
    return {
      send: () => admin.post(`/admin/orders/${line.orderId}/capture`),
      effect(model) {
        const { agreed, taken, dropped } = model.money[line.orderId]!;
        return withMoney(model, line.orderId, { taken: taken ?? agreed - dropped });
      },
    };
  }) as Planned,

  edit: ((action, { admin, facts }) => {
    const line = chosen(ordered(facts), action);
    if (!line) return null;
    return {
      send: () => edited(admin, { orderId: line.orderId, quantity: action.pieces }),
      effect(model) {
        const places = lineIn(model, line.owner);
        const more = action.pieces - places.quantity;
        must(action.pieces >= places.packed + places.dropped, "took out what was sent or given up");
        must(more <= Math.max(free(model), 0), "sold what was not free");
        const reserved = places.reserved + Math.max(more, -places.reserved);
        return withLine(model, line.owner, { quantity: action.pieces, reserved });
      },
    };
  }) as Planned,

  cancelOrder: ((action, { admin, facts }) => {
    const line = chosen(ordered(facts), action);
    if (!line) return null;
    return {
      send: () => admin.post(`/admin/orders/${line.orderId}/cancel`),
      effect(model) {
        if (!model.lines[line.owner]) return model;
        const { packed, returned, dropped } = lineIn(model, line.owner);
        must(packed === 0 && returned === 0 && dropped === 0, "canceled what was sent or came back");
        return without(model, line.owner);
      },
    };
  }) as Planned,
};

/** Begins an edit, sets the quantity of the only line, and confirms it; a refused edit is canceled. */
async function edited(
  admin: Client,
  { orderId, quantity }: { orderId: string; quantity: number },
): Promise<Answer> {
  const begun = await admin.post("/admin/order-edits", { order_id: orderId });
  if (begun.status !== 200) return begun;
  const { id, items } = begun.body.order_edit;
  const at = `/admin/order-edits/${id}`;
  const changed = await admin.post(`${at}/items/${items[0].id}`, { quantity });
  const applied = changed.status === 200 ? await admin.post(`${at}/confirm`) : changed;
  if (applied.status !== 200) await admin.post(`${at}/cancel`);
  return applied;
}
