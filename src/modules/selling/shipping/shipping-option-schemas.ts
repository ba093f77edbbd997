import { type Static, type TSchema, Type } from "typebox";
import type { Filter } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, equalTo, textFilter } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional, text } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { forAnyProduct, offeredToCustomers, pricedShippingOption } from "./priced-option-graph.ts";
import { shippingOption } from "./shipping-graph.ts";
import type { PriceType, RequirementType } from "./shipping-option.ts";

const name = Type.String({ minLength: 1, maxLength: 1000 });
const amount = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  minimum: 0,
  maximum: MAX_AMOUNT,
  description: "In the smallest unit of the region's currency; required for a flat rate.",
});
const priceType = Type.Unsafe<PriceType>({ type: "string", enum: ["flat_rate", "calculated"] });

const requirement = {
  type: Type.Unsafe<RequirementType>({ type: "string", enum: ["min_subtotal", "max_subtotal"] }),
  amount: Type.Integer({ minimum: 0, maximum: MAX_AMOUNT }),
};
const atMost = { maxItems: 100 };

export const newOptionBody = body({
  name,
  region_id: text,
  profile_id: optional(text),
  provider_id: text,
  data: Type.Record(Type.String(), Type.Unknown(), { description: "The service of the carrier." }),
  price_type: priceType,
  amount: optional(amount),
  requirements: optional(Type.Array(body(requirement), atMost)),
  admin_only: optional(Type.Boolean()),
  is_return: optional(Type.Boolean()),
  includes_tax: optional(Type.Boolean()),
  metadata: optional(metadata),
});

export const optionChangesBody = body({
  name: optional(name),
  price_type: optional(priceType),
  amount: optional(amount),
  requirements: Type.Array(body({ id: optional(text), ...requirement }), {
    ...atMost,
    description: "All requirements of the option. Existing ones are sent with their id.",
  }),
  admin_only: optional(Type.Boolean()),
  includes_tax: optional(Type.Boolean()),
  metadata: optional(metadata),
});

export const adminOption = { entity: shippingOption, relations: ["region", "profile", "requirements"] };

export const adminOptions = listQuery({
  view: { entity: pricedShippingOption, relations: ["region", "profile", "requirements"] },
  limit: 50,
  search: ["name"],
  filters: {
    id: textFilter({ comparisons: false }),
    name: equalTo(),
    region_id: equalTo(),
    is_return: equalTo("boolean"),
    admin_only: equalTo("boolean"),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});

export const storeOptions = { entity: pricedShippingOption, relations: ["requirements"] };

export const storeOptionsQuery = Type.Object(
  {
    region_id: optional(text),
    product_ids: optional(Type.String({ description: "Ids of products, separated by commas." })),
    is_return: optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** An empty `region_id` or `product_ids` is ignored. */
export function storeOptionFilters({
  region_id,
  product_ids,
  is_return,
}: Static<typeof storeOptionsQuery>): Filter[] {
  const filters: Filter[] = [{ kind: "custom", condition: offeredToCustomers, value: false }];
  if (region_id) filters.push({ kind: "equals", column: "region_id", value: region_id });
  if (is_return !== undefined) filters.push({ kind: "equals", column: "is_return", value: is_return });
  if (product_ids) {
    filters.push({ kind: "custom", condition: forAnyProduct, value: product_ids.split(",") });
  }
  return filters;
}

const nullable = (type: string) => Type.Unsafe({ type: [type, "null"] });

const priced = (option: TSchema) =>
  Type.Intersect([
    option,
    Type.Object({
      price_incl_tax: optional(Type.Integer()),
      tax_rates: optional(
        Type.Array(Type.Object({ rate: nullable("number"), name: text, code: nullable("string") })),
      ),
      tax_amount: optional(Type.Integer()),
    }),
  ]);

export const storeOptionsAnswer = ok({
  shipping_options: Type.Array(priced(shown("StoreShippingOption", storeOptions))),
});

export const adminOptionsAnswer = ok({
  shipping_options: Type.Array(priced(shown("AdminShippingOption", adminOption))),
  count: Type.Integer(),
  offset: Type.Integer(),
  limit: Type.Integer(),
});
