import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";

const FULFILLMENTS_PER_BATCH = 1_000;

// When a fulfillment with a location is canceled, v1 puts its pieces back there and reserves nothing for the order again. It
// forgets to do so for swaps and claims, whose pieces it has taken all the same: Tradewind puts them back, too. Without a location, or
// without the inventory module, v1 has taken nothing. What is shipped cannot be canceled.
const RECORD = `
  insert into tradewind.fulfillment_stock (fulfillment_id, line_item_id, inventory_item_id, location_id, reservation_id,
    stocked, reserved)
  select packed.fulfillment_id, packed.item_id, needed.inventory_item_id, made.location_id, null,
    packed.quantity * needed.required_quantity, 0
  from fulfillment made
  join fulfillment_item packed on packed.fulfillment_id = made.id
  join line_item line on line.id = packed.item_id
  join product_variant_inventory_item needed on needed.variant_id = line.variant_id and needed.deleted_at is null
  where made.id = any($1) and made.location_id is not null and made.canceled_at is null and made.shipped_at is null
    and packed.quantity > 0
    and not exists (select from tradewind.fulfillment_stock known where known.fulfillment_id = made.id)`;

export const fulfillmentStock: Backfill = {
  name: "fulfillment-stock",
  title: "stock of fulfilments",
  total: (client) => estimatedRows(client, "fulfillment"),
  async batch(client, place) {
    const page = await pageOfIds(client, { table: "fulfillment" }, { place, size: FULFILLMENTS_PER_BATCH });
    await client.query(RECORD, [page.ids]);
    return { place: page.place, rows: page.ids.length };
  },
};
