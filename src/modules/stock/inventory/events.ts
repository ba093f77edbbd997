import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, ids } from "../../../events/event-data.ts";

/** One by its id, or all of an item or of a location. */
const oneOrAllOf = Type.Union([
  idOnly,
  Type.Object({ inventory_item_id: id }),
  Type.Object({ location_id: id }),
]);

export const inventoryEvents = defineEvents({
  "inventory-item.created": idOnly,
  "inventory-item.updated": idOnly,
  "inventory-item.deleted": idOnly,
  "inventory-level.created": idOnly,
  "inventory-level.updated": idOnly,
  "inventory-level.deleted": oneOrAllOf,
  "reservation-item.created": idOnly,
  "reservation-item.updated": idOnly,
  "reservation-item.deleted": oneOrAllOf,
  "reservation-items.bulk-created": Type.Object({ ids: ids }),
});
