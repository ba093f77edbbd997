import type { Answer, Client } from "../../support/clients/client.ts";
import type { Facts } from "./facts.ts";
import {
  away,
  ending,
  free,
  lineIn,
  type Model,
  must,
  newLine,
  toPack,
  withLine,
  withMoney,
  without,
} from "./model.ts";

/** One of the things that merchants and customers do, with numbers to choose by. */
export interface Action {
  kind: keyof typeof actions;
  /** Which of those there are. */
  which: number;
  pieces: number;
  place: number;
}

export interface Setup {
  admin: Client;
  visitor: Client;
  facts: Facts;
  locations: readonly [string, string];
  variantId: string;
  itemId: string;
  optionId: string;
  /** Buys so many pieces. */
  buy(client: Client, quantity: number): Promise<Answer>;
  /** The customer confirms a swap. */
  confirm(client: Client, cartId: string): Promise<Answer>;
}

/** The request, and its effect on the model when it succeeds. */
export interface Act {
  send(): Promise<Answer>;
  /** Throws where it must be refused. `after` has the ids of the created rows. */
  effect(model: Model, answer: Answer, after: Facts): Model;
  /** Whether it must succeed without other requests at the same time. */
  isDue?(model: Model): boolean;
  /** Pieces that a count did not find. */
  lost?: number;
  /** Pieces that were delivered, less those that were lost. */
  found?: number;
}

type Planned = (action: Action, setup: Setup) => Act | null;

const chosen = <Thing>(things: readonly Thing[], { which }: Action): Thing | undefined =>
  things[which % Math.max(things.length, 1)];

const present = ({ lines }: Facts) => lines.filter(({ isGone }) => !isGone);
const ordered = (facts: Facts) => present(facts).filter(({ kind }) => kind === "order");

const folders = { order: "", swap: "swaps/", claim: "claims/" };

/** Where the goods of a line are packed and shipped. */
function pathOf({ kind, owner, orderId }: Facts["lines"][number]): string {
  return kind === "order" ? `/admin/orders/${orderId}` : `/admin/orders/${orderId}/${folders[kind]}${owner}`;
}

const same = (model: Model): Model => model;

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

export const actions = {
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

  pack: ((action, { admin, facts, locations }) => {
    const line = chosen(present(facts), action);
    if (!line) return null;
    // A third of them have no location_id.
    const location = action.place === 2 ? null : locations[action.place % 2]!;
    const quantity = action.pieces;
    const at = line.kind === "order" ? "fulfillment" : "fulfillments";
    const own = facts.reservations.filter(({ owner }) => owner === line.owner);
    const there = facts.levels.find(({ locationId }) => locationId === location);
    const kept = own.find(({ locationId }) => locationId === location)?.quantity ?? 0;
    return {
      send: () =>
        admin.post(`${pathOf(line)}/${at}`, {
          ...(line.kind === "order" ? { items: [{ item_id: line.lineId, quantity }] } : {}),
          ...(location ? { location_id: location } : {}),
        }),
      isDue: (model) =>
        line.kind === "order" &&
        there !== undefined &&
        quantity <= toPack(model.lines[line.owner]!) &&
        quantity <= there.stocked &&
        quantity - Math.min(kept, quantity) <= there.stocked - there.reserved,
      effect(model) {
        const places = lineIn(model, line.owner);
        // Goods of a swap or claim are packed all at once.
        const packed = line.kind === "order" ? quantity : toPack(places);
        must(packed > 0 && packed <= toPack(places), "packed pieces that are not to be sent");
        const used = Math.min(packed, places.reserved);
        const next = { packed: places.packed + packed, reserved: places.reserved - used };
        return { ...withLine(model, line.owner, next), shelf: model.shelf - packed };
      },
    };
  }) as Planned,

  unpack: ((action, { admin, facts }) => {
    const parcel = chosen(facts.parcels, action);
    const line = present(facts).find(({ owner }) => owner === parcel?.owner);
    if (!parcel || !line) return null;
    const { quantity, used, isShipped, isCanceled } = parcel;
    return {
      send: () => admin.post(`${pathOf(line)}/fulfillments/${parcel.id}/cancel`),
      isDue: (model) => !isShipped && !isCanceled && quantity <= away(model.lines[line.owner]!),
      effect(model) {
        // A canceled one stays canceled.
        if (isCanceled || model.ended.includes(`cancel ${parcel.id}`)) return model;
        const places = lineIn(model, line.owner);
        must(!isShipped && !model.ended.includes(parcel.id), "canceled what was shipped");
        must(quantity <= away(places), "took back what came back before");
        const next = { packed: places.packed - quantity, reserved: places.reserved + used };
        const back = { ...withLine(model, line.owner, next), shelf: model.shelf + quantity };
        return ending(ending(back, `cancel ${parcel.id}`), parcel.id);
      },
    };
  }) as Planned,

  ship: ((action, { admin, facts }) => {
    const parcel = chosen(facts.parcels, action);
    const line = present(facts).find(({ owner }) => owner === parcel?.owner);
    if (!parcel || !line) return null;
    const { quantity, isShipped, isCanceled } = parcel;
    const at = line.kind === "order" ? "shipment" : "shipments";
    return {
      send: () => admin.post(`${pathOf(line)}/${at}`, { fulfillment_id: parcel.id }),
      isDue: (model) => !isShipped && !isCanceled && model.lines[line.owner]!.returned === 0,
      effect(model) {
        const places = lineIn(model, line.owner);
        must(!isShipped && !isCanceled, "shipped a parcel twice, or one that was canceled");
        must(away(places) > 0, "shipped what came back");
        must(places.shipped + quantity <= places.packed, "shipped what was not packed");
        return ending(withLine(model, line.owner, { shipped: places.shipped + quantity }), parcel.id);
      },
    };
  }) as Planned,

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

  swap: ((action, { admin, facts, variantId }) => {
    const line = chosen(ordered(facts), action);
    if (!line) return null;
    return {
      send: () =>
        admin.post(`/admin/orders/${line.orderId}/swaps`, {
          return_items: [{ item_id: line.lineId, quantity: action.pieces }],
          additional_items: [{ variant_id: variantId, quantity: 1 }],
        }),
      effect: same,
    };
  }) as Planned,

  confirmSwap: ((action, { visitor, facts, confirm }) => {
    const swap = chosen(facts.exchanges, action);
    if (!swap?.cartId) return null;
    return {
      send: () => confirm(visitor, swap.cartId!),
      effect(model) {
        if (model.lines[swap.id]) return model;
        must(free(model) >= 1, "sold what was not free");
        return { ...model, lines: { ...model.lines, [swap.id]: newLine(1) } };
      },
    };
  }) as Planned,

  cancelSwap: ((action, { admin, facts }) => {
    const swap = chosen(facts.exchanges, action);
    if (!swap) return null;
    return {
      send: () => admin.post(`/admin/orders/${swap.orderId}/swaps/${swap.id}/cancel`),
      effect(model) {
        must((model.lines[swap.id]?.packed ?? 0) === 0, "canceled what was sent");
        return without(model, swap.id);
      },
    };
  }) as Planned,

  claim: ((action, { admin, facts, variantId, optionId }) => {
    const line = chosen(ordered(facts), action);
    if (!line) return null;
    return {
      send: () =>
        admin.post(`/admin/orders/${line.orderId}/claims`, {
          type: "replace",
          claim_items: [{ item_id: line.lineId, quantity: action.pieces, reason: "other" }],
          additional_items: [{ variant_id: variantId, quantity: action.pieces }],
          shipping_methods: [{ option_id: optionId, price: 0 }],
        }),
      effect(model, _answer, after) {
        must(action.pieces <= away(lineIn(model, line.owner)), "made up for what the customer does not have");
        must(free(model) >= action.pieces, "sold what was not free");
        const made = after.lines.find(
          ({ kind, owner, quantity }) =>
            kind === "claim" && quantity === action.pieces && !model.lines[owner],
        );
        must(made !== undefined, "made a claim without goods");
        return { ...model, lines: { ...model.lines, [made!.owner]: newLine(action.pieces) } };
      },
    };
  }) as Planned,

  cancelClaim: ((action, { admin, facts }) => {
    const line = chosen(
      present(facts).filter(({ kind }) => kind === "claim"),
      action,
    );
    if (!line) return null;
    return {
      send: () => admin.post(`/admin/orders/${line.orderId}/claims/${line.owner}/cancel`),
      effect(model) {
        must((model.lines[line.owner]?.packed ?? 0) === 0, "canceled what was sent");
        return without(model, line.owner);
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

  unreserve: ((action, { admin, facts }) => {
    const kept = chosen(facts.reservations, action);
    if (!kept?.owner) return null;
    return {
      send: () => admin.delete(`/admin/reservations/${kept.id}`),
      effect: (model) =>
        withLine(model, kept.owner!, { reserved: lineIn(model, kept.owner!).reserved - kept.quantity }),
    };
  }) as Planned,

  reserve: ((action, { admin, facts }) => {
    const line = chosen(present(facts), action);
    if (!line) return null;
    return {
      send: () => admin.post(`/admin/orders/${line.orderId}/line-items/${line.lineId}/reserve`, {}),
      effect(model) {
        const places = lineIn(model, line.owner);
        const missing = toPack(places) - places.reserved;
        must(missing > 0, "reserved more than is to be sent");
        must(missing <= free(model), "reserved what was not free");
        return withLine(model, line.owner, { reserved: places.reserved + missing });
      },
    };
  }) as Planned,

  move: ((action, { admin, facts, locations }) => {
    const kept = chosen(facts.reservations, action);
    if (!kept) return null;
    const location_id = locations[action.place % 2];
    return { send: () => admin.post(`/admin/reservations/${kept.id}`, { location_id }), effect: same };
  }) as Planned,

  count: ((action, { admin, facts, itemId }) => {
    const level = chosen(facts.levels, action)!;
    // A delivery, or a loss.
    const found = action.place === 0 && level.stocked > 0 ? -1 : 1;
    return {
      send: () =>
        admin.post(`/admin/inventory-items/${itemId}/location-levels/${level.locationId}`, {
          stocked_quantity: level.stocked + found,
        }),
      effect: (model) => ({ ...model, shelf: model.shelf + found }),
      found,
      lost: Math.max(-found, 0),
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
