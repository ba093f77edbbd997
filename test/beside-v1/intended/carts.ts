import type { Answer } from "../systems.ts";
import { type Asked, codeOf, type Intended, messageOf, pathOf } from "./asked.ts";

const totalOf = ({ body }: Answer): number => Number((body as { cart?: { total?: number } }).cart?.total);

const isOfAnotherDiscount = ({ body }: Answer): boolean =>
  typeof (body as { discount?: { parent_discount_id?: unknown } } | null)?.discount?.parent_discount_id ===
  "string";

/** A change after which v1 prices all lines without knowing their taxes. */
const repricesCart = ({ request }: Asked): boolean =>
  pathOf(request) === "/store/carts/{id}" &&
  ["region_id", "email", "customer_id"].some((name) => name in ((request.body ?? {}) as object));

const hasPriceWithTax = ({ ours, v1 }: Asked): boolean =>
  [ours, v1].some(({ body }) =>
    ((body as { cart?: { items?: { includes_tax: boolean }[] } }).cart?.items ?? []).some(
      ({ includes_tax }) => includes_tax,
    ),
  );

const hasDynamicCode = (body: unknown): boolean => /"code":"DYN/.test(JSON.stringify(body ?? null));

const isAboutCode = (answer: Answer): boolean =>
  answer.status === 400 && /is not valid yet|is expired|is disabled/.test(messageOf(answer));

/** Carts, prices, codes and shipping. */
export const carts: readonly Intended[] = [
  {
    section: "Codes of gift cards are masked",
    ofPlace: ({ path, ours }) =>
      /(^|\.)gift_cards?(\[\])?\.code$/.test(path) && typeof ours === "string" && ours.startsWith("*"),
  },
  {
    section: "Each variant has the taxes of its product",
    ofPlace: ({ path }, { request }) =>
      /^\/(store|admin)\/variants$/.test(pathOf(request)) &&
      /^variants\[\]\.(tax_rates\b|\w+_tax$|\w+_incl_tax$)/.test(path),
  },
  {
    section: "Group prices",
    isLasting: true,
    ofPlace: ({ path }, { request, ours, v1 }) =>
      request.as !== "visitor" &&
      pathOf(request) === "/store/carts" &&
      /^cart\.(items\[\]\.|\w*total$)/.test(path) &&
      totalOf(ours) < totalOf(v1),
  },
  {
    section: "Prices with and without tax are compared",
    isLasting: true,
    ofPlace: ({ path }, asked) =>
      /^cart\.(items\[\]\.|\w*total$)/.test(path) && repricesCart(asked) && hasPriceWithTax(asked),
  },
  {
    section: "A return option cannot be chosen for delivery",
    ofAnswer: ({ request, ours, v1 }) =>
      /(\/shipping-methods|^\/admin\/draft-orders)$/.test(pathOf(request)) &&
      ours.status === 400 &&
      v1.status === 200 &&
      /is for returns|not available in the cart's region/.test(messageOf(ours)),
  },
  {
    section: "Shipping options",
    ofAnswer: ({ request, ours, v1 }) =>
      /\/shipping-methods$/.test(pathOf(request)) &&
      ours.status === 400 &&
      v1.status === 200 &&
      /is not for customers/.test(messageOf(ours)),
  },
  {
    section: "Codes that no longer hold",
    ofAnswer: ({ request, ours, v1 }) =>
      v1.status === 200 && hasDynamicCode(request.body) && isAboutCode(ours),
    ofPlace: ({ path }, { request, ours }) =>
      path === "type" && hasDynamicCode(request.body) && isAboutCode(ours),
  },
  {
    section: "Gift cards do not come back",
    isLasting: true,
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      v1.status === 200 &&
      /is a gift card and cannot be returned/.test(messageOf(ours)),
  },
  {
    section: "A completed cart does not change",
    ofAnswer: ({ request, ours }) =>
      /^\/store\/carts\/\{id\}/.test(pathOf(request)) &&
      ours.status === 409 &&
      codeOf(ours) === "cart_incompatible_state",
  },
  {
    section: "A refused completion leaves the cart as it was",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 200 && messageOf(v1) === "Cannot change the region of a completed cart",
    ofPlace: ({ path, ours, v1 }) =>
      path.endsWith("payment_authorized_at") && ours === null && typeof v1 === "string",
  },
  {
    section: "Storefronts see public prices only",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      /(variants\[\]\.prices|category_children)\.length$/.test(path) &&
      Number(ours) < Number(v1) &&
      /^\/store\/product(s|-categories)/.test(pathOf(request)),
  },
  {
    section: "All shipping profiles are listed",
    ofPlace: ({ path, v1 }) => path === "shipping_profiles.length" && v1 === 10,
  },
  {
    section: "Tax rates count at once",
    ofPlace: ({ path }, { request }) =>
      /\/shipping-options$/.test(pathOf(request)) &&
      /\.(tax_rates\[\]\.\w+|tax_rates\.length|tax_amount|price_incl_tax)$/.test(path),
  },
  {
    section: "Shipping options of a deleted region",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/(admin|store)\/shipping-options$/.test(pathOf(request)) &&
      ours.status === 200 &&
      v1.status === 404 &&
      /^Region with/.test(messageOf(v1)),
  },
  {
    section: "A payment session that is not chosen",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 200 && v1.status === 422 && messageOf(v1).startsWith("Payment_session with cart_id"),
    ofPlace: ({ path, v1 }, { request }) =>
      pathOf(request).startsWith("/store/carts/{id}") &&
      ((path === "cart.payment_sessions[].is_selected" && v1 === null) ||
        (path === "cart.payment_session" && v1 === undefined)),
  },
  {
    section: "Shipping is of the order's region",
    ofAnswer: ({ request, ours }) =>
      /\/(return|swaps|claims|orders\/\{id\}\/shipping-methods)$/.test(pathOf(request)) &&
      /not available in the order's region/.test(messageOf(ours)),
  },
  {
    section: "Several discounts",
    isLasting: true,
    ofPlace: ({ path, ours }, { request }) =>
      request.method === "DELETE" &&
      /^\/store\/carts\/\{id\}\/discounts\//.test(pathOf(request)) &&
      /^cart\.shipping_methods\[\]\.(price|original_tax_total|original_total)$/.test(path) &&
      ours === 0,
  },
  {
    section: "A dynamic code follows its discount",
    ofAnswer: ({ request, ours, v1 }) =>
      /Discount must be set to dynamic|is valid in the regions of its discount/.test(messageOf(ours)) ||
      (pathOf(request).startsWith("/admin/discounts/") && ours.status === 404 && isOfAnotherDiscount(v1)),
  },
  {
    section: "Carts and orders do not show their customer's other data",
    ofPlace: ({ path, ours }, { request }) =>
      request.as !== "admin" &&
      /^(cart|data|order)\.customer\.(first_name|last_name|phone|metadata|billing_address_id)$/.test(path) &&
      ours === null,
  },
];
