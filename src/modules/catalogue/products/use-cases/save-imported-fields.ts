import type { Tx } from "../../../../db/database.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";
import { variantFields } from "../../../stock/variant-rows/index.ts";
import { productEvents } from "../events.ts";
import { productFields } from "../product-store.ts";

interface ImportedFields {
  id: string;
  productId: string;
  entity: "product" | "variant";
  fields: SentCustomFields;
}

/** Writes fields of the shop beside the products and variants of an import, and announces those that have changed. */
export async function saveImportedFields(tx: Tx, all: readonly ImportedFields[]): Promise<void> {
  for (const { id, productId, entity, fields } of all) {
    const owner = entity === "product" ? productFields : variantFields;
    const changed = await owner.save(tx, id, fields);
    if (!("custom_fields" in changed)) continue;
    const names = ["custom_fields"];
    if (entity === "product") await productEvents.announce(tx, "product.updated", { id, fields: names });
    else
      await productEvents.announce(tx, "product-variant.updated", {
        id,
        product_id: productId,
        fields: names,
      });
  }
}
