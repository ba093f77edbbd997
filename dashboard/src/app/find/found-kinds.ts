import { buyerFieldsOf, nameOfBuyer } from "../../data/orders/buyer.ts";
import { orderNumber } from "../../data/orders/order-number.ts";
import { NAMED, nameOf } from "../../data/people/customer-name.ts";
import type { Permission } from "../../data/session/permissions.ts";
import type { Api } from "../../kit/api/api.ts";

/** Something that was found, and what is shown of it. */
export interface Found {
  /** Of the object whose page is opened. */
  id: string;
  label: string;
  description: string;
}

const KINDS = [
  "orders",
  "customers",
  "products",
  "variants",
  "draftOrders",
  "discounts",
  "giftCards",
] as const;
export type Kind = (typeof KINDS)[number];

interface FoundKind {
  kind: Kind;
  needs: Permission;
  /** The page of an object. A kind without a page is not searched for. */
  page: string;
  find(api: Api, q: string, shop: { hasOrderNumbers: boolean }): Promise<Found[]>;
}

const LIMIT = 5;
const FIELDS_OF_ORDER = ["id,display_id,external_id", ...buyerFieldsOf()].join();
const FIELDS_OF_DRAFT = ["id,display_id", ...buyerFieldsOf("cart.")].join();
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");

/** Every kind reads only the fields that it shows. */
export const FOUND_KINDS: readonly FoundKind[] = [
  {
    kind: "orders",
    needs: "orders:read",
    page: "/orders/$id",
    async find(api, q, { hasOrderNumbers }) {
      const number = q.replace(/^#/, "");
      const shown = { limit: LIMIT, fields: FIELDS_OF_ORDER, expand: "" };
      const ask = (filter: { q: string } | { display_id: number }) =>
        api.GET("/admin/orders", { params: { query: { ...shown, ...filter } } });
      // Of all numbers that contain this one, it is the one that is meant.
      const answers = await Promise.all([
        ...(/^\d{1,9}$/.test(number) ? [ask({ display_id: Number(number) })] : []),
        ask({ q }),
      ]);
      const orders = new Map(answers.flatMap(({ data }) => data!.orders).map((order) => [order.id, order]));
      return [...orders.values()].slice(0, LIMIT).map((order) => ({
        id: order.id,
        label: `#${orderNumber(order, hasOrderNumbers)}`,
        description: joined(...new Set([nameOfBuyer(order), order.email])),
      }));
    },
  },
  {
    kind: "customers",
    needs: "customers:read",
    page: "/customers/$id",
    async find(api, q) {
      const query = { q, limit: LIMIT, fields: `id,${NAMED}`, expand: "" };
      const { data } = await api.GET("/admin/customers", { params: { query } });
      return data!.customers.map((customer) => {
        const name = nameOf(customer);
        return { id: customer.id, label: name, description: name === customer.email ? "" : customer.email };
      });
    },
  },
  {
    kind: "products",
    needs: "products:read",
    page: "/products/$id",
    async find(api, q) {
      const query = { q, limit: LIMIT, fields: "id,title,handle,status", expand: "" };
      const { data } = await api.GET("/admin/products", { params: { query } });
      return data!.products.map(({ id, title, handle }) => ({ id, label: title, description: handle ?? "" }));
    },
  },
  {
    kind: "variants",
    needs: "products:read",
    page: "/products/$id",
    async find(api, q) {
      const query = { q, limit: LIMIT, fields: "id,title,sku,product_id", expand: "product" };
      const { data } = await api.GET("/admin/variants", { params: { query } });
      return data!.variants.flatMap(({ title, sku, product_id, product }) =>
        sku && product_id ? [{ id: product_id, label: sku, description: joined(product?.title, title) }] : [],
      );
    },
  },
  {
    kind: "draftOrders",
    needs: "orders:read",
    page: "/draft-orders/$id",
    async find(api, q) {
      const query = { q, limit: LIMIT, fields: FIELDS_OF_DRAFT, expand: "" };
      const { data } = await api.GET("/admin/draft-orders", { params: { query } });
      return data!.draft_orders.map(({ id, display_id, cart }) => ({
        id,
        label: `D${display_id}`,
        description: cart ? joined(...new Set([nameOfBuyer(cart), cart.email])) : "",
      }));
    },
  },
  {
    kind: "discounts",
    needs: "discounts:read",
    page: "/discounts/$id",
    async find(api, q) {
      const query = { q, limit: LIMIT, fields: "id,code", expand: "rule" };
      const { data } = await api.GET("/admin/discounts", { params: { query } });
      return data!.discounts.map(({ id, code, rule }) => ({
        id,
        label: code,
        description: rule?.description ?? "",
      }));
    },
  },
  {
    kind: "giftCards",
    needs: "gift-cards:read",
    page: "/gift-cards/$id",
    async find(api, q) {
      const { data } = await api.GET("/admin/gift-cards", { params: { query: { q, limit: LIMIT } } });
      return data!.gift_cards.map(({ id, code }) => ({ id, label: code, description: "" }));
    },
  },
];
