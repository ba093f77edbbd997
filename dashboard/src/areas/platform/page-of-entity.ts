/** Where an object is shown, by the beginning of its id. */
const PAGES: Record<string, string> = {
  order: "/orders",
  prod: "/products",
  cus: "/customers",
  cgrp: "/customer-groups",
  dorder: "/draft-orders",
  disc: "/discounts",
  gift: "/gift-cards",
  reg: "/settings/regions",
  sc: "/settings/channels",
  role: "/settings/roles",
  pl: "/price-lists",
  sttr: "/stock/transfers",
  stcnt: "/stock/counts",
  batch: "/imports",
  whk: "/system/webhooks",
};

/** The address of the page of an object; null if it has none. */
export function pageOfEntity(id: string | null | undefined): string | null {
  const page = PAGES[id?.split("_", 1)[0] ?? ""];
  return page === undefined ? null : `${page}/${id}`;
}

const isId = (part: string) => /^[a-z_]+_[0-9A-Z]{26}$/.test(part);

/** `order_01M7NKM1Q5JJ173QF28KVVFZBF` as `order_…VFZBF`: the ends of ids differ most. */
export const shortId = (id: string): string =>
  isId(id) ? id.replace(/_[0-9A-Z]{21}(?=[0-9A-Z]{5}$)/, "_…") : id;

/** The first id in a path of the API that has a page: `/admin/orders/order_01/capture`. */
export const entityOfPath = (path: string): string | null =>
  path.split("/").find((part) => pageOfEntity(part) !== null) ?? null;
