import { fieldsParam, isFieldOrder } from "../../../kit/list/field-filters.ts";
import {
  listParam,
  oneOfParam,
  pageParam,
  textParam,
  textsParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

export const PRODUCT_STATUSES = ["draft", "proposed", "published", "rejected"] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const PRODUCT_ORDERS = [
  "-created_at",
  "created_at",
  "-updated_at",
  "updated_at",
  "title",
  "-title",
] as const;

/** The filters whose values are ids. */
export const LABEL_FILTERS = ["collection_id", "category_id", "type_id", "tags", "sales_channel_id"] as const;
export type LabelFilter = (typeof LABEL_FILTERS)[number];

/** The part of the address of the page that says which products it shows. */
export interface ProductSearch extends Partial<Record<LabelFilter, string[]>> {
  q?: string;
  status?: ProductStatus[];
  /** One of PRODUCT_ORDERS, or by a field of the shop. */
  order?: string;
  /** Filters by fields of the shop. */
  fields?: string[];
  page?: number;
}

export const productSearch = (given: Record<string, unknown>): ProductSearch =>
  withoutEmpty({
    q: textParam(given["q"]),
    status: listParam(given["status"], PRODUCT_STATUSES),
    ...Object.fromEntries(LABEL_FILTERS.map((name) => [name, textsParam(given[name])])),
    order: isFieldOrder(given["order"]) ? given["order"] : oneOfParam(given["order"], PRODUCT_ORDERS),
    fields: fieldsParam(given["fields"]),
    page: pageParam(given["page"]),
  });
