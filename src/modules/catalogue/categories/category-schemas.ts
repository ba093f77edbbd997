import { type TSchema, Type } from "typebox";
import type { Entity } from "../../../graph/entity.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { RequestedSelection, View } from "../../../graph/selection.ts";
import { partSchema } from "../../../graph/view-schema.ts";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { type ListQuery, listQuery, type ReadPage } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, nullableMetadata, optional, text } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { extraFieldsOfStoreDescendants, storeCategoryNotFoundMessage } from "../v1-shapes.ts";
import {
  adminFields,
  type CategoryRow,
  category,
  storeCategory,
  storefrontFields,
  withDescendants,
} from "./categories-graph.ts";
import { categoryNotFound } from "./category.ts";
import { asTree, type ShownCategory, withRelatives } from "./category-tree.ts";

const name = Type.String({ minLength: 1, maxLength: 255 });
const handle = Type.String({ maxLength: 255, description: "Made from the name when empty." });
const details = {
  description: optional(Type.String({ maxLength: 50_000 })),
  is_active: optional(Type.Boolean()),
  is_internal: optional(Type.Boolean()),
  parent_category_id: optional(
    Type.Unsafe<string | null>({ type: ["string", "null"], description: "Null for a root." }),
  ),
  metadata: optional(
    nullableMetadata("Free key-value pairs, which replace the existing ones. Null for none."),
  ),
};

export const newCategoryBody = body({
  name,
  handle: optional(handle),
  ...details,
  ...fieldsOfNewRow("category"),
});

export const categoryChangesBody = body({
  name: optional(name),
  handle: optional(Type.String({ minLength: 1, maxLength: 255 })),
  rank: optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      description: "A rank past the end means the last position.",
    }),
  ),
  ...details,
  ...fieldsOfRow("category"),
});

export const productIdsBody = body({ product_ids: Type.Array(body({ id: text }), { maxItems: 10_000 }) });

const relations = ["parent_category", "category_children"];

/** `fields` selects fields of the category itself; related categories always show all fields. */
const adminView = <E extends Entity>(entity: E): View<E> => ({
  entity,
  relations,
  allowedRelations: relations,
  allowedFields: adminFields,
});

const storefrontView = <E extends Entity>(entity: E): View<E> => ({
  entity,
  relations,
  allowedRelations: [...relations, "products"],
  fields: storefrontFields,
  allowedFields: storefrontFields,
});

export const adminCategory = adminView(withDescendants(category));

/** Shows all descendants, whether the request expands one level or two. */
const storefrontTreeView = storefrontView(withDescendants(storeCategory));
const storefrontCategory = {
  ...storefrontTreeView,
  allowedRelations: [...storefrontTreeView.allowedRelations!, "category_children.category_children"],
};

/** Parents and children are categories, too. How many levels there are depends on the request. */
function categorySchema(entity: Entity, fields: readonly string[]): TSchema {
  const { properties } = partSchema(entity, new Set(Object.keys(entity.columns)));
  const children = { type: "array", items: { type: "object" } };
  const relative = {
    type: "object",
    required: ["id", "name", "handle"],
    properties: { ...properties, parent_category: { type: ["object", "null"] }, category_children: children },
  };
  const relatives = {
    parent_category: { anyOf: [relative, { type: "null" }] },
    category_children: { type: "array", items: relative },
  };
  const products = { type: "array", items: { $ref: "Product" }, description: "With `expand`." };
  return Type.Unsafe({
    allOf: [
      partSchema(entity, new Set(fields)),
      { type: "object", required: Object.keys(relatives), properties: { ...relatives, products } },
    ],
  });
}

export const adminCategorySchema = categorySchema(category, Object.keys(category.columns));
export const storefrontCategorySchema = categorySchema(storeCategory, storefrontFields);

const parent: QueryFilter = {
  schema: Type.String({ description: "An id, or `null` for roots." }),
  toFilters: (value, column) =>
    value === "null" ? [{ kind: "missing", column }] : [{ kind: "equals", column, value }],
};

/** Selects the view of the list; it does not filter. */
const descendantsTree: QueryFilter = {
  schema: Type.Boolean({ description: "All descendants in `category_children`, not only the next level." }),
  toFilters: () => [],
};

interface CategoryList {
  querystring: ListQuery["querystring"];
  read(graph: Graph, query: unknown, options: { maxLimit: number }): Promise<ReadPage<ShownCategory>>;
}

type AnyCategory = typeof category | typeof storeCategory;

interface CategoryListOptions {
  entity: AnyCategory;
  view: (entity: AnyCategory) => View<AnyCategory>;
  filters: Record<string, QueryFilter>;
  searchesFields: boolean;
  /** Fields of parents and children. */
  fields: typeof adminFields;
  /** Additional fields of descendants in trees. */
  extraDescendantFields: Readonly<typeof adminFields>;
}

const withEagerDescendants = (entity: AnyCategory): AnyCategory => ({
  ...withDescendants(entity),
  // The type of a category has no eager relations.
  eager: ["category_children"] as never[],
});

function categoryList({
  entity,
  view,
  filters,
  searchesFields,
  ...relatives
}: CategoryListOptions): CategoryList {
  const listOf = (shown: AnyCategory) =>
    listQuery({
      view: view(shown),
      limit: 100,
      order: ["rank", "handle"],
      search: ["name", "handle"],
      searchesFields,
      filters: {
        handle: equalTo(),
        parent_category_id: parent,
        include_descendants_tree: descendantsTree,
        ...filters,
      },
    });
  const flat = listOf(entity);
  const trees = listOf(withEagerDescendants(entity));
  return {
    querystring: flat.querystring,
    async read(graph, query, options) {
      const { include_descendants_tree: showsTree } = query as { include_descendants_tree?: boolean };
      const page = await (showsTree ? trees : flat).read(graph, query, options);
      const toResponse = (row: CategoryRow) =>
        showsTree ? asTree(row, relatives) : withRelatives(row, relatives.fields);
      return { ...page, rows: page.rows.map(toResponse) };
    },
  };
}

export const adminCategories = categoryList({
  entity: category,
  view: adminView,
  filters: { is_active: equalTo("boolean"), is_internal: equalTo("boolean") },
  searchesFields: true,
  fields: adminFields,
  extraDescendantFields: [],
});

export const storefrontCategories = categoryList({
  entity: storeCategory,
  view: storefrontView,
  filters: {},
  searchesFields: false,
  fields: storefrontFields,
  extraDescendantFields: extraFieldsOfStoreDescendants,
});

export async function findAdminCategory(
  graph: Graph,
  id: string,
  selection: RequestedSelection,
): Promise<ShownCategory> {
  const found = await graph.find(adminCategory, id, selection);
  if (!found) throw categoryNotFound(id);
  return asTree(found, { fields: adminFields });
}

export async function findStoreCategory(
  graph: Graph,
  id: string,
  selection: RequestedSelection,
): Promise<ShownCategory> {
  const found = await graph.find(storefrontCategory, id, selection);
  if (!found) throw new Refusal("not_found", storeCategoryNotFoundMessage(id));
  return asTree(found, { fields: storefrontFields });
}
