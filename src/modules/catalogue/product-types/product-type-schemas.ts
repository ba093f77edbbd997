import { listQuery } from "../../../http/list-query.ts";
import { dates, textFilter, where } from "../../../http/query-filters.ts";
import { namedByDiscountCondition, productType } from "./product-types-graph.ts";

const types = (limit: number) =>
  listQuery({
    view: { entity: productType, fields: ["id", "value", "created_at", "updated_at"] },
    limit,
    takes: ["order"],
    search: ["value"],
    filters: {
      id: textFilter(),
      value: textFilter(),
      created_at: dates(),
      updated_at: dates(),
      discount_condition_id: where(namedByDiscountCondition),
    },
  });

export const adminTypes = types(20);
export const storeTypes = types(20);
