import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { body, ok, optional } from "../../../http/routes.ts";
import { MAX_NAME } from "./tag.ts";
import { usedCustomerTag, usedOrderTag } from "./tags-graph.ts";

const name = Type.String({ minLength: 1, maxLength: MAX_NAME });
const names = Type.Array(name, { maxItems: 20 });

export const tagsChangeBody = body({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 1_000 }),
  add: optional(names),
  remove: optional(names),
});

export const tagsChanged = ok({
  changed: Type.Integer({ description: "How many of them have other tags now." }),
});

export const tagNameBody = body({ name });
export const tagMergeBody = body({
  into_id: Type.String({ minLength: 1, description: "The tag that stays." }),
});

const shared = { limit: 50, order: "name", search: ["name"], takes: ["order"] as const };

export const tagLists = {
  order: listQuery({ view: { entity: usedOrderTag }, ...shared }),
  customer: listQuery({ view: { entity: usedCustomerTag }, ...shared }),
};
