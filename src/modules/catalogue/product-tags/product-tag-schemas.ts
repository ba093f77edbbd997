import { listQuery } from "../../../http/list-query.ts";
import { dates, textFilter, where } from "../../../http/query-filters.ts";
import { namedByDiscountCondition, productTag } from "./product-tags-graph.ts";

const tags = (limit: number) =>
  listQuery({
    view: { entity: productTag, fields: ["id", "value", "created_at", "updated_at"] },
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

export const adminTags = tags(10);
export const storeTags = tags(20);
