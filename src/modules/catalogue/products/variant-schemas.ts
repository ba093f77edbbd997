import { type Static, type TSchema, Type } from "typebox";
import { fieldsOfNewRow, fieldsOfRow, fieldsOfRowOrNew } from "../../../http/custom-fields.ts";
import { listQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, equalTo, numbers, textFilter } from "../../../http/query-filters.ts";
import { body, nullableMetadata, ok, optional, text } from "../../../http/routes.ts";
import { fieldsOfChange, fieldsOfNew, inOrder } from "../../../http/written-fields.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { hiddenVariantFields, variantBodyOrder } from "../v1-shapes.ts";
import { pricedVariant, productVariant } from "./products-graph.ts";
import { variantInventory } from "./variant-inventory-graph.ts";

/** Null clears the field. */
const nullableText = (maxLength = 255) =>
  optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength }));

const nullableInteger = (minimum = 0) =>
  optional(Type.Unsafe<number | null>({ type: ["integer", "null"], minimum, maximum: MAX_AMOUNT }));

/** Null has the same effect as an absent field. */
export const nullableList = <Item extends TSchema>(items: Item, maxItems: number) =>
  optional(Type.Unsafe<Static<Item>[] | null>({ type: ["array", "null"], items, maxItems }));

export const sentMetadata = optional(
  nullableMetadata("Free key-value pairs, merged with the existing ones; an empty text removes a key."),
);

export const shortText = Type.String({ minLength: 1, maxLength: 255 });

const newPrice = {
  region_id: nullableText(),
  currency_code: nullableText(),
  amount: Type.Integer({ minimum: 0, maximum: MAX_AMOUNT }),
  min_quantity: nullableInteger(),
  max_quantity: nullableInteger(),
};

const newPrices = Type.Array(body(newPrice), { maxItems: 1_000 });
const changedPrices = nullableList(body({ ...newPrice, id: nullableText() }), 1_000);
const optionValues = nullableList(body({ option_id: text, value: shortText }), 100);

const newFields = {
  ...inOrder(fieldsOfNew(productVariant), variantBodyOrder),
  metadata: sentMetadata,
  ...fieldsOfNewRow("variant"),
};

/** In a new product options have no ids yet, so the values are in the order of the options. */
export const newVariantOfProduct = body({
  ...newFields,
  prices: newPrices,
  options: nullableList(body({ value: shortText }), 100),
});

export const newVariantBody = body({ ...newFields, prices: newPrices, options: optionValues });

const changes = {
  ...inOrder(fieldsOfChange(productVariant), variantBodyOrder),
  metadata: sentMetadata,
  prices: changedPrices,
  options: optionValues,
};

export const variantChangesBody = body({ ...changes, ...fieldsOfRow("variant") });

export const changedVariant = body({ id: nullableText(), ...changes, ...fieldsOfRowOrNew("variant") });

const priceParameters = {
  cart_id: optional(text),
  region_id: optional(text),
  currency_code: optional(text),
};

export const variantChangesQuery = Type.Object(
  { ...priceParameters, ...selectionQuery.properties },
  { additionalProperties: false },
);

const q = optional(Type.String({ description: "Searches titles and SKUs, and titles of products." }));

const stockFilters = {
  id: textFilter({ comparisons: false }),
  inventory_quantity: numbers(),
  manage_inventory: equalTo("boolean"),
  allow_backorder: equalTo("boolean"),
};

export const variantsOfProduct = listQuery({
  view: { entity: productVariant, relations: ["options", "prices"] },
  limit: 100,
  filters: { ...stockFilters, created_at: dates(), updated_at: dates() },
  parameters: { q },
});

export const adminVariant = {
  entity: pricedVariant,
  fields: [
    ...Object.keys(pricedVariant.columns).filter((name) => !hiddenVariantFields.includes(name)),
    "custom_fields",
  ],
  relations: ["product", "prices", "options"],
};

export const adminVariants = listQuery({
  view: adminVariant,
  limit: 20,
  filters: { ...stockFilters, title: textFilter({ comparisons: false }) },
  parameters: { q, ...priceParameters, customer_id: optional(text) },
});

export const variantsResponseSchema = ok({
  variants: Type.Array(shown("AdminVariant", adminVariant)),
  count: Type.Integer(),
});

export const inventoryOfVariant = { entity: variantInventory, relations: ["inventory.location_levels"] };
