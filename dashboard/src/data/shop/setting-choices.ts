import type { Api } from "../../kit/api/api.ts";
import type { Choice } from "../../kit/inputs/countries.ts";

const SOME = 20;

export async function findProducts(api: Api, q: string): Promise<Choice[]> {
  const query = { ...(q !== "" && { q }), limit: SOME, fields: "id,title", expand: "" };
  const { data } = await api.GET("/admin/products", { params: { query } });
  return data!.products.map(({ id, title }) => ({ value: id, label: title ?? id }));
}

export async function findProductTypes(api: Api, q: string): Promise<Choice[]> {
  const query = { ...(q !== "" && { q }), limit: SOME };
  const { data } = await api.GET("/admin/product-types", { params: { query } });
  return data!.product_types.map(({ id, value }) => ({ value: id, label: value }));
}
