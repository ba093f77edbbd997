import { entity, integer, one, oneOf, text, timestamp } from "../../../graph/entity.ts";
import type { Row } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { equalTo } from "../../../http/query-filters.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { stockChangeReasons } from "./stock-change.ts";

export const stockChange = entity({
  name: "stock_change",
  table: "tradewind.stock_change",
  description: "A quantity that a user or an import has changed.",
  columns: {
    id: text.required,
    created_at: timestamp.required,
    variant_id: { ...text.nullable, description: "In a shop without locations." },
    inventory_item_id: text.nullable,
    location_id: text.nullable,
    quantity: oneOf("stocked", "incoming").required,
    before: { ...integer.nullable, description: "Null: the item was not kept there." },
    after: { ...integer.nullable, description: "Null: the item is not kept there any more." },
    reason: oneOf(...stockChangeReasons).required,
    note: text.nullable,
    subject_id: { ...text.nullable, description: "The transfer, the count or the batch job." },
    user_id: text.nullable,
    $seq: { ...integer.required, sql: (row) => `${row}.seq` },
  },
  relations: {
    inventory_item: one("stored_inventory_item", "inventory_item_id", { includesDeleted: true }),
    location: one("stock_location", "location_id", { includesDeleted: true }),
    variant: one("product_variant", "variant_id", { includesDeleted: true }),
    user: one("user", "user_id", { includesDeleted: true }),
  },
});

/** The number that sorts them is not shown. */
const withoutPlace = ({ $seq: _, ...change }: Row): Row => change;

const changes = listQuery({
  view: {
    entity: stockChange,
    fields: [
      ...Object.keys(stockChange.columns),
      ...["id", "sku", "title", "variants.title", "variants.product.title"].map(
        (name) => `inventory_item.${name}`,
      ),
      ...["id", "sku", "title", "product.title"].map((name) => `variant.${name}`),
      ...["id", "name"].map((name) => `location.${name}`),
      ...["id", "email", "first_name", "last_name"].map((name) => `user.${name}`),
    ],
  },
  limit: 50,
  order: "-$seq",
  takes: [],
  filters: {
    inventory_item_id: equalTo(),
    location_id: equalTo(),
    reason: equalTo(),
    subject_id: equalTo(),
  },
});

export const stockChangeRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/stock-changes",
    {
      schema: {
        tags: ["Inventory Items"],
        summary: "List changes of stock",
        querystring: changes.querystring,
        response: page("stock_changes", shown("AdminStockChange", changes.view)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await changes.read(graph, request.query, config);
      return { stock_changes: rows.map(withoutPlace), ...paging };
    },
  );
};
