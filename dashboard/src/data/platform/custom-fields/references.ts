import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";
import type { Choice } from "../../../kit/inputs/countries.ts";
import { findProducts } from "../../catalogue/product-choices.ts";
import { findCustomers, findGroups } from "../../people/people-choices.ts";
import type { FieldEntity } from "./custom-field.ts";

/** Lines and carts have no names: their ids are typed. */
export type NamedEntity = Exclude<FieldEntity, "line_item" | "cart">;

export const isNamed = (entity: FieldEntity | undefined): entity is NamedEntity =>
  entity !== undefined && entity !== "line_item" && entity !== "cart";

const FEW = 20;
const ALL = 1_000;

type Row = Record<string, unknown> & { id: string };

interface Named {
  path: string;
  /** The name of the list in the answer. */
  rows: string;
  fields: string;
  nameOf(row: Row): string;
  find?(api: Api, text: string): Promise<Choice[]>;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

const LISTS: Record<NamedEntity, Named> = {
  product: {
    path: "/admin/products",
    rows: "products",
    fields: "id,title",
    nameOf: ({ title }) => text(title),
    find: findProducts,
  },
  variant: {
    path: "/admin/variants",
    rows: "variants",
    fields: "id,title,sku,product.title",
    nameOf: ({ product, title, sku }) =>
      [text((product as { title?: string } | null)?.title), text(title), text(sku)]
        .filter(Boolean)
        .join(" · "),
  },
  category: {
    path: "/admin/product-categories",
    rows: "product_categories",
    fields: "id,name",
    nameOf: ({ name }) => text(name),
  },
  collection: {
    path: "/admin/collections",
    rows: "collections",
    fields: "id,title",
    nameOf: ({ title }) => text(title),
  },
  customer: {
    path: "/admin/customers",
    rows: "customers",
    fields: "id,email,first_name,last_name",
    nameOf: ({ email, first_name, last_name }) => {
      const name = [text(first_name), text(last_name)].filter(Boolean).join(" ");
      return name ? `${name} (${text(email)})` : text(email);
    },
    find: findCustomers,
  },
  customer_group: {
    path: "/admin/customer-groups",
    rows: "customer_groups",
    fields: "id,name",
    nameOf: ({ name }) => text(name),
    find: findGroups,
  },
  order: {
    path: "/admin/orders",
    rows: "orders",
    fields: "id,display_id,email",
    nameOf: ({ display_id, email }) => `#${display_id} · ${text(email)}`,
  },
  region: {
    path: "/admin/regions",
    rows: "regions",
    fields: "id,name",
    nameOf: ({ name }) => text(name),
  },
  discount: {
    path: "/admin/discounts",
    rows: "discounts",
    fields: "id,code",
    nameOf: ({ code }) => text(code),
  },
};

/** The lists of the API, which all answer alike. */
async function readList(api: Api, { path, rows, fields }: Named, query: object): Promise<Row[]> {
  const params = { query: { fields, expand: "", ...query } };
  const { data } = await api.GET(path as "/admin/products", { params: params as never });
  return (data as unknown as Record<string, Row[]>)[rows] ?? [];
}

export async function findRows(api: Api, entity: NamedEntity, typed: string): Promise<Choice[]> {
  const list = LISTS[entity];
  if (list.find) return list.find(api, typed);
  const found = await readList(api, list, { ...(typed && { q: typed }), limit: FEW });
  return found.map((row) => ({ value: row.id, label: list.nameOf(row) }));
}

/** Their lists take ids. */
const BY_IDS: readonly NamedEntity[] = ["product", "variant", "customer_group"];
/** They are few. */
const READ_WHOLE: readonly NamedEntity[] = ["category", "collection", "region"];

async function readOne(api: Api, { path, fields, nameOf }: Named, id: string): Promise<Choice[]> {
  const params = { path: { id }, query: { fields, expand: "" } };
  const { data } = await api.GET(`${path}/{id}` as "/admin/orders/{id}", { params: params as never });
  const [row] = Object.values(data as object) as Row[];
  return row ? [{ value: id, label: nameOf(row) }] : [];
}

async function readNames(api: Api, entity: NamedEntity, ids: readonly string[]): Promise<Choice[]> {
  const list = LISTS[entity];
  if (BY_IDS.includes(entity) || READ_WHOLE.includes(entity)) {
    const query = BY_IDS.includes(entity) ? { id: ids, limit: ids.length } : { limit: ALL };
    const found = await readList(api, list, query);
    return found.map((row) => ({ value: row.id, label: list.nameOf(row) }));
  }
  const found = await Promise.all(ids.map((id) => readOne(api, list, id).catch(() => [])));
  return found.flat();
}

/** The names of rows that fields point to. A row that is gone has none. */
export const namesQuery = (api: Api, entity: NamedEntity, ids: readonly string[]) => {
  const wanted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: ["field-names", entity, READ_WHOLE.includes(entity) ? "all" : wanted],
    staleTime: 60_000,
    enabled: wanted.length > 0,
    queryFn: () => readNames(api, entity, wanted),
  });
};
