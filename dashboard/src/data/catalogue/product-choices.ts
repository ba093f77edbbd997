import type { Api } from "../../kit/api/api.ts";
import type { Choice } from "../../kit/inputs/countries.ts";

/* What FoundMultiSelect requests from the server. */
const FEW = 20;

export async function findProducts(api: Api, q: string): Promise<Choice[]> {
  const query = { ...(q && { q }), limit: FEW, fields: "id,title", expand: "" };
  const { products } = (await api.GET("/admin/products", { params: { query } })).data!;
  return products.map(({ id, title }) => ({ value: id, label: title }));
}

export async function findProductTypes(api: Api, q: string): Promise<Choice[]> {
  const query = { ...(q && { q }), limit: FEW };
  const { product_types } = (await api.GET("/admin/product-types", { params: { query } })).data!;
  return product_types.map(({ id, value }) => ({ value: id, label: value }));
}
