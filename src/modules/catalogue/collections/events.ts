import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, ids, wholeRow } from "../../../events/event-data.ts";

const withProducts = Type.Object({ id, productCollection: wholeRow, productIds: ids });

export const collectionEvents = defineEvents({
  "product-collection.created": idOnly,
  "product-collection.updated": idOnly,
  "product-collection.deleted": idOnly,
  "product-collection.products_added": withProducts,
  "product-collection.products_removed": withProducts,
});
