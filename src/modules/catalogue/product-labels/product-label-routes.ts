import type { Entity } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, textFilter, where } from "../../../http/query-filters.ts";
import { page, type Routes } from "../../../http/routes.ts";
import {
  isTagInDiscountCondition,
  isTypeInDiscountCondition,
  productTag,
  productType,
} from "./product-labels-graph.ts";

const labelList = (entity: Entity, limit: number, isInDiscountCondition: Condition) =>
  listQuery({
    view: { entity, fields: ["id", "value", "created_at", "updated_at"] },
    limit,
    takes: ["order"],
    search: ["value"],
    filters: {
      id: textFilter(),
      value: textFilter(),
      created_at: dates(),
      updated_at: dates(),
      discount_condition_id: where(isInDiscountCondition),
    },
  });

const adminTags = labelList(productTag, 10, isTagInDiscountCondition);
const storeTags = labelList(productTag, 20, isTagInDiscountCondition);
const types = labelList(productType, 20, isTypeInDiscountCondition);

const tagsSchema = {
  tags: ["Product Tags"],
  summary: "List product tags",
  response: page("product_tags", shown("ListedProductTag", adminTags.view)),
};

export const productTagRoutes: Routes = (app, { config, graph, catalogue }) => {
  app.get(
    "/admin/product-tags",
    { schema: { ...tagsSchema, querystring: adminTags.querystring } },
    async (request) => {
      const { rows, ...paging } = await adminTags.read(graph, request.query, config);
      return { product_tags: rows, ...paging };
    },
  );

  app.get(
    "/store/product-tags",
    { schema: { ...tagsSchema, querystring: storeTags.querystring } },
    async (request) => {
      const { rows, ...paging } = await storeTags.read(catalogue.graph, request.query, config);
      return { product_tags: rows, ...paging };
    },
  );
};

const typesSchema = {
  tags: ["Product Types"],
  summary: "List product types",
  querystring: types.querystring,
  response: page("product_types", shown("ListedProductType", types.view)),
};

export const productTypeRoutes: Routes = (app, { config, graph, catalogue }) => {
  app.get("/admin/product-types", { schema: typesSchema }, async (request) => {
    const { rows, ...paging } = await types.read(graph, request.query, config);
    return { product_types: rows, ...paging };
  });

  app.get("/store/product-types", { schema: typesSchema }, async (request) => {
    const { rows, ...paging } = await types.read(catalogue.graph, request.query, config);
    return { product_types: rows, ...paging };
  });
};
