import { chosen, ordered, type Planned, present, same } from "./action.ts";
import { away, free, lineIn, must, newLine, without } from "./model.ts";

/** Goods are sent in place of others. */
export const exchangeActions = {
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
};
