import type { Json } from "../difference.ts";
import type { Answer } from "../systems.ts";
import { type Intended, isRankedByAll, messageOf, pathOf } from "./asked.ts";

const countOf = ({ body }: Answer): number => Number((body as { count?: number } | null)?.count);

/** Products, variants, categories, collections and channels. */
export const catalogue: readonly Intended[] = [
  {
    section: "Prices are of variants that exist",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      path === "ids.length" &&
      pathOf(request) === "/admin/price-lists/{id}/products/{id}/prices" &&
      Number(ours) > Number(v1),
  },
  {
    section: "A new variant comes last",
    ofPlace: ({ path, ours, v1 }) => path.endsWith(".variant_rank") && Number(ours) > Number(v1),
  },
  {
    section: "Fields of one category",
    ofPlace: ({ path, ours }, { request }) =>
      request.query?.["fields"] !== undefined &&
      ours === undefined &&
      pathOf(request) === "/admin/product-categories/{id}" &&
      /^product_category\.\w+$/.test(path),
  },
  {
    section: "A new category is the last of its siblings",
    ofPlace: ({ path }, { request }) => path === "product_category.rank" && isRankedByAll(request),
  },
  {
    section: "Tags in use",
    ofPlace: ({ path, ours, v1 }) => path === "tags[].usage_count" && Number(ours) < Number(v1),
  },
  {
    section: "Products are counted whatever is shown",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      path === "count" &&
      request.query?.["expand"] === "" &&
      Number(ours) > Number(v1) &&
      /^\/admin\/(price-lists\/\{id\}\/)?products$/.test(pathOf(request)),
  },
  {
    section: "Collections of storefront products",
    ofPlace: ({ path, v1 }, { request }) =>
      path === "products[].collection_id" && v1 === undefined && pathOf(request) === "/store/products",
  },
  {
    section: "A search keeps the other filters",
    ofPlace: (_, { request, ours, v1 }) =>
      pathOf(request) === "/admin/price-lists" &&
      Boolean(request.query?.["q"] && (request.query["name"] || request.query["description"])) &&
      countOf(ours) < countOf(v1),
  },
  {
    section: "Sales channels are sorted also in a search",
    ofPlace: ({ path }, { request }) =>
      path.startsWith("sales_channels[]") &&
      pathOf(request) === "/admin/sales-channels" &&
      Boolean(request.query?.["q"] && request.query["order"]),
  },
  {
    section: "Prices are of variants that exist",
    ofAnswer: ({ request, ours }) =>
      pathOf(request).startsWith("/admin/price-lists") &&
      ours.status === 404 &&
      /^Variant with id/.test(messageOf(ours)),
  },
  {
    section: "Variants and prices are changed where they belong",
    ofPlace: ({ path, within }) =>
      /variants?(\[\])?\.prices\[\]\.id$/.test(path) && within?.ours["price_list_id"] === null,
  },
  {
    section: "A deleted collection is no empty one",
    ofPlace: ({ path, ours, v1 }) =>
      path.endsWith(".collection") && ours === null && (v1 as { title?: Json } | undefined)?.title === null,
  },
];
