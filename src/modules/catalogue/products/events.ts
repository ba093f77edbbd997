import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndFields, idOnly, ids } from "../../../events/event-data.ts";

export const productEvents = defineEvents({
  "product.created": idOnly,
  "product.updated": idAndFields,
  "product.deleted": idOnly,
  "product-variant.created": Type.Object({ id: id, product_id: id }),
  "product-variant.updated": Type.Object({ id: id, product_id: id, fields: ids }),
  "product-variant.deleted": Type.Object({
    id: id,
    product_id: id,
    metadata: Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"] }),
  }),
});
