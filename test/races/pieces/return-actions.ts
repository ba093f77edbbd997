import { chosen, type Planned, present, same } from "./action.ts";
import { away, ending, lineIn, type Model, must, toPack, withLine, withMoney } from "./model.ts";

interface Arrived {
  quantity: number;
  refund: number;
  orderId: string;
}

function received(model: Model, owner: string, { quantity, refund, orderId }: Arrived): Model {
  const line = lineIn(model, owner);
  const sent = Math.min(quantity, away(line));
  const dropped = quantity - sent;
  must(dropped <= toPack(line), "received more pieces than were sent or are still to be sent");
  const next = withLine(model, owner, {
    returned: line.returned + sent,
    dropped: line.dropped + dropped,
    reserved: line.reserved - Math.min(dropped, line.reserved),
  });
  const money = model.money[orderId]!;
  const back = { ...next, shelf: model.shelf + sent };
  if (money.taken !== null) return back;
  return withMoney(back, orderId, { dropped: Math.min(money.dropped + refund, money.agreed) });
}

/** Goods come back. */
export const returnActions = {
  askReturn: ((action, { admin, facts }) => {
    const line = chosen(present(facts), action);
    if (!line) return null;
    const items = [{ item_id: line.lineId, quantity: action.pieces }];
    return { send: () => admin.post(`/admin/orders/${line.orderId}/return`, { items }), effect: same };
  }) as Planned,

  receive: ((action, { admin, facts }) => {
    const back = chosen(facts.returns, action);
    const line = present(facts).find(({ owner }) => owner === back?.owner);
    if (!back || !line) return null;
    const items = [{ item_id: line.lineId, quantity: back.quantity }];
    return {
      send: () => admin.post(`/admin/returns/${back.id}/receive`, { items }),
      effect(model) {
        must(back.status !== "received" && back.status !== "canceled", "received a return twice");
        const { quantity, isPlain } = back;
        const { orderId } = line;
        const arrived = { quantity, refund: isPlain ? back.refund : 0, orderId };
        return received(ending(model, back.id), line.owner, arrived);
      },
    };
  }) as Planned,

  receiveNow: ((action, { admin, facts }) => {
    const line = chosen(present(facts), action);
    if (!line) return null;
    const items = [{ item_id: line.lineId, quantity: action.pieces }];
    const known = new Set(facts.returns.map(({ id }) => id));
    return {
      send: () => admin.post(`/admin/orders/${line.orderId}/return`, { items, receive_now: true }),
      effect(model, _answer, after) {
        const made = after.returns.find(({ id, owner }) => owner === line.owner && !known.has(id));
        const { orderId } = line;
        return received(model, line.owner, { quantity: action.pieces, refund: made?.refund ?? 0, orderId });
      },
    };
  }) as Planned,

  cancelReturn: ((action, { admin, facts }) => {
    const back = chosen(facts.returns, action);
    return back ? { send: () => admin.post(`/admin/returns/${back.id}/cancel`), effect: same } : null;
  }) as Planned,
};
