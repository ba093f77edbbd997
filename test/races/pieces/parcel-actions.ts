import { chosen, type Planned, pathOf, present } from "./action.ts";
import { away, ending, lineIn, must, toPack, withLine } from "./model.ts";

/** Goods leave the shop. */
export const parcelActions = {
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
};
