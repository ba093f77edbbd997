import type { Extra } from "../../../graph/graph.ts";
import { lineFacts, type OrderFacts, type OrderLine, orderFacts } from "../../orders/orders/index.ts";
import { isRateOfProduct, taxLinesWhere } from "../../shop/taxes/index.ts";
import type { EditGround } from "./order-edit.ts";

/** What the totals of an edit are computed from, whatever else of it is read. */
export interface EditFacts {
  order: OrderFacts;
  lines: OrderLine[];
}

const ofEdit = (row: string) => `line_item line where line.order_edit_id = ${row}.id`;

export const editFacts: Extra<"$facts", EditFacts> = {
  name: "$facts",
  values: [],
  sql: (row) => `json_build_object(
    'order', (select ${orderFacts.sql("edited", [])} from "order" edited where edited.id = ${row}.order_id),
    'lines', ${lineFacts(ofEdit(row))})`,
};

const rates = `coalesce(
  ${taxLinesWhere(`rate.region_id = placed.region_id and ${isRateOfProduct("goods")}`)}, '[]'::json)`;

/** What taxes of an edit depend on and that is not in its own rows: see `EditGround`. */
export const editGround: Extra<"$ground", EditGround> = {
  name: "$ground",
  values: [],
  sql: (row) => `(select json_build_object(
      'rates', coalesce((select json_object_agg(line.id, ${rates}) from line_item line
          join product_variant piece on piece.id = line.variant_id join product goods on goods.id = piece.product_id
          where line.order_edit_id = ${row}.id), '{}'::json),
      'customer', (select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name,
          'last_name', buyer.last_name, 'metadata', buyer.metadata)
        from customer buyer where buyer.id = placed.customer_id and buyer.deleted_at is null),
      'shipping_address', (select row_to_json(goal) from address goal where goal.id = placed.shipping_address_id))
    from "order" placed where placed.id = ${row}.order_id)`,
};
