import { chosen, type Planned, present, same } from "./action.ts";
import { free, lineIn, must, toPack, withLine } from "./model.ts";

/** What happens to the goods on the shelf. */
export const stockActions = {
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
