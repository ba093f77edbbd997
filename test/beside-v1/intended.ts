import type { Difference, Json, JsonObject } from "./difference.ts";
import { forSide, type Request } from "./pair.ts";
import type { Answer } from "./systems.ts";

interface Asked {
  request: Request;
  ours: Answer;
  v1: Answer;
}

/** A difference that is meant to be. `section` is its heading in docs/differences-from-v1.md. */
interface Intended {
  section: string;
  /** The whole answer is of another kind: its body is not compared. */
  ofAnswer?(asked: Asked): boolean;
  /** One place in answers that are otherwise the same. */
  ofPlace?(difference: Difference, asked: Asked): boolean;
  /** The two systems have different things from now on: what the request is about is not compared any more. */
  isLasting?: boolean;
}

const CONTRACT_TOTALS =
  /(^|\.)(raw_discount_total|refunded_total|refundable_amount|item_tax_total|shipping_tax_total|gift_card_tax_total)$/;

/** What v1 shows beside the relations that were asked for. */
const ADDED_RELATIONS =
  /^(product_categor(y|ies\[\])\.(parent_category|category_children)|customer\.(orders|shipping_addresses)|customers\[\]\.groups|price_lists\[\]\.customer_groups)$/;

/** v1 gives it to a category while it moves. */
const RANK_WHILE_MOVING = 99999;

const pathOf = ({ path }: Request): string =>
  path.map((part) => (typeof part === "string" ? part : "{id}")).join("");
const typeOf = (body: Json): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body["type"] : undefined;

const messageOf = ({ body }: Answer): string =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? String(body["message"]) : "";

/** Internal errors that v1 answers with 400. */
const isInternalError = (answer: Answer): boolean =>
  /Cannot read prop|^null$|^Can't insert null value in field/.test(messageOf(answer));

const codeOf = ({ body }: Answer): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body["code"] : undefined;

/** Goods come back, and v1 gives their value. */
const isReceipt = (request: Request): boolean =>
  /^\/admin\/returns\/\{id\}\/receive$/.test(pathOf(request)) ||
  (pathOf(request) === "/admin/orders/{id}/return" &&
    (request.body as { receive_now?: unknown } | undefined)?.receive_now === true);

const totalOf = ({ body }: Answer): number => Number((body as { cart?: { total?: number } }).cart?.total);

const countOf = ({ body }: Answer): number => Number((body as { count?: number } | null)?.count);

/** The fields that were sent as null. */
const nullsIn = (body: unknown): string[] =>
  Object.entries(body ?? {})
    .filter(([, value]) => value === null)
    .map(([name]) => name);

const hasEmptyId = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  Object.entries(body).some(([name, value]) => name.endsWith("_id") && value === "");

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

/** A new category for which v1 counts the categories of all parents. */
const isRankedByAll = (request: Request): boolean =>
  request.method === "POST" &&
  pathOf(request) === "/admin/product-categories" &&
  (request.body as { parent_category_id?: unknown } | undefined)?.parent_category_id === undefined;

const STOCK_OF_VARIANT = /(^|\.)variants?(\[\])?\.(inventory_quantity|purchasable)$/;

/** Answers in which v1 shows the quantity that is stored with the variant, also where levels count. */
const SHOWS_STORED_QUANTITY =
  /^\/admin\/(variants\/\{id\}|products\/\{id\}\/variants|inventory-items(\/\{id\})?|draft-orders\/\{id\}\/pay)$|^\/store\/carts\/\{id\}\/(taxes|payment-sessions\/\w+\/refresh)$/;

/** v1 looks at levels only if the variants themselves are named. */
const expandsOnlyWithinVariants = ({ query }: Request): boolean => {
  const names = String(query?.["expand"] ?? "").split(",");
  return names.some((name) => name.startsWith("variants.")) && !names.includes("variants");
};

/** The stored quantity of a variant, after the location or item that held its stock was deleted. */
const isLostWithLocation = ({ path, ours, v1 }: Difference): boolean =>
  path.endsWith("inventory_quantity") && ours === 0 && Number(v1) > 0;

/** Whether v1 shows another stock of the variant than what can be sold, and for one of the reasons of the section. */
function isOtherStockInV1(difference: Difference, { request }: Asked): boolean {
  const { path, within } = difference;
  const variant = within?.v1;
  if (!variant || !STOCK_OF_VARIANT.test(path)) return false;
  const isStored = variant["purchasable"] === undefined;
  const isWithoutLimit = variant["purchasable"] === true && variant["inventory_quantity"] === undefined;
  return (
    (isWithoutLimit && variant["manage_inventory"] !== false) ||
    (isStored && SHOWS_STORED_QUANTITY.test(pathOf(request))) ||
    (isStored && (expandsOnlyWithinVariants(request) || isLostWithLocation(difference))) ||
    (request.query?.["fields"] !== undefined && variant["manage_inventory"] === undefined) ||
    Number(variant["inventory_quantity"]) < 0
  );
}

/** v1 exports no lines of products without variants: "Files of batch jobs". */
export const withoutBareProducts = (table: Json): Json =>
  Array.isArray(table) ? table.filter((row) => !isBareProduct(row as JsonObject)) : table;

const isBareProduct = (row: JsonObject): boolean => Boolean(row["Product Id"]) && row["Variant Id"] === "";

/** v1 writes the options and categories of a product in the order of its database. */
function areSameInOtherOrder(path: string, { ours, v1 }: { ours: JsonObject; v1: JsonObject }): boolean {
  const group = /^\[\]\.(Option|Product Category) \d+ /.exec(path)?.[1];
  if (!group) return false;
  const sorted = (row: JsonObject) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => valuesUnder(row, `${group} ${number} `)).sort();
  return String(sorted(ours)) === String(sorted(v1));
}

const valuesUnder = (row: JsonObject, prefix: string): string =>
  Object.keys(row)
    .filter((name) => name.startsWith(prefix) && row[name] !== "")
    .map((name) => `${name.slice(prefix.length)}: ${row[name]}`)
    .sort()
    .join(", ");

const hasDeletedGoods = (body: Json): boolean => {
  const { order } = (body ?? {}) as { order?: { items?: { variant?: JsonObject | null }[] } };
  return (order?.items ?? []).some(({ variant }) => typeof variant?.["deleted_at"] === "string");
};

/** v1 shows the deleted variant of an item as null. */
const hasNullVariant = ({ within }: Difference): boolean =>
  Array.isArray(within?.v1["variants"]) && within.v1["variants"].includes(null);

const isCancelation = (request: Request): boolean =>
  /^\/admin\/orders\/\{id\}\/cancel$/.test(pathOf(request));

const hasDynamicCode = (body: unknown): boolean => /"code":"DYN/.test(JSON.stringify(body ?? null));

const isAboutCode = (answer: Answer): boolean =>
  answer.status === 400 && /is not valid yet|is expired|is disabled/.test(messageOf(answer));

/** Answers that are alike, after which the two systems are not: what v1 began it leaves half done. */
export const leavesDifferentStates = ({ request, ours }: Asked): boolean =>
  // v1 has made the return that it cannot receive: "Swaps, claims and returns".
  (ours.status >= 400 && /\/(complete|return)$/.test(pathOf(request))) ||
  isRankedByAll(request) ||
  // A second cancelation, and one of a paid draft: "Stock is what is on the shelf".
  isCancelation(request);

/** Variants of which the two systems have different stock from now on: "Stock is what is on the shelf". */
export const variantsWithOtherStock = (asked: Asked): string[] => {
  const { request, ours } = asked;
  if (isRefusedClaim(request, ours)) return valuesOf(forSide(request.body, "ours") as Json, "variant_id");
  if (sellsWithoutLevel(asked)) return valuesOf(ours.body, "variant_id");
  if (/\/complete$/.test(pathOf(request)))
    return [...unmanagedVariants(ours.body), ...repeatedVariants(ours.body)];
  return ours.status < 300 && MOVES_OTHER_STOCK.test(pathOf(request))
    ? valuesOf(ours.body, "variant_id")
    : [];
};

/** v1 wants a level also of goods whose stock is not managed, or that are sold on backorder. */
const sellsWithoutLevel = ({ request, ours, v1 }: Asked): boolean =>
  /\/complete$/.test(pathOf(request)) &&
  ours.status === 200 &&
  /^Must provide location_id or sales_channel_id/.test(messageOf(v1)) &&
  variantsIn(ours.body).some(
    (each) => each["manage_inventory"] === false || each["allow_backorder"] === true,
  );

/** Of several lines with the same variant v1 counts one: "Stock and codes are counted with the order". */
const repeatedVariants = (body: Json): string[] => {
  const { data } = (body ?? {}) as { data?: { items?: { variant_id: string }[] } };
  const ids = (data?.items ?? []).map(({ variant_id }) => variant_id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
};

/** v1 counts no pieces of variants without inventory items: "Stock shown is stock sold". */
const unmanagedVariants = (body: Json): string[] =>
  variantsIn(body)
    .filter((each) => each["manage_inventory"] === false)
    .map((each) => String(each["id"]));

/** The variants of an order that was placed. */
const variantsIn = (body: Json): JsonObject[] => {
  const { data } = (body ?? {}) as { data?: { items?: { variant?: JsonObject | null }[] } };
  return (data?.items ?? []).flatMap(({ variant }) => (variant ? [variant] : []));
};

// v1 reserves nothing for the lines of a confirmed edit, nor for the pieces of a canceled fulfilment.
const MOVES_OTHER_STOCK =
  /^\/admin\/(orders\/\{id\}(\/fulfillments\/\{id\})?\/cancel|order-edits\/\{id\}\/confirm)$/;

/** v1 has taken the goods of a claim before it refuses it: "Swaps, claims and returns". */
const isRefusedClaim = (request: Request, { status }: Answer): boolean =>
  status >= 400 && pathOf(request) === "/admin/orders/{id}/claims";

/** A draft that is deleted closes its cart: "Draft orders". */
export const isDeletedDraft = ({ request, ours }: Asked): boolean =>
  ours.status < 300 && request.method === "DELETE" && pathOf(request) === "/admin/draft-orders/{id}";

const valuesOf = (body: Json, name: string): string[] => {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key === name && typeof value === "string" ? [value] : valuesOf(value, name),
  );
};

export const intended: readonly Intended[] = [
  {
    section: "Internal errors of v1 are answers or refusals",
    ofAnswer: ({ ours, v1 }) => ours.status < 500 && (v1.status >= 500 || isInternalError(v1)),
    ofPlace: ({ path }, { v1 }) => path === "type" && isInternalError(v1),
  },
  {
    section: "Codes of gift cards are masked",
    ofPlace: ({ path, ours }) =>
      /(^|\.)gift_cards?(\[\])?\.code$/.test(path) && typeof ours === "string" && ours.startsWith("*"),
  },
  {
    section: "Unknown parameters are refused everywhere",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      (v1.status === 200 || v1.status === 404) &&
      /property (unknown_\w+|limit|offset|order|q) should not exist/.test(messageOf(ours)),
  },
  {
    section: "Selections are taken on more routes",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 200 && /^property (fields|expand) should not exist/.test(messageOf(v1)),
  },
  {
    section: "Values of another kind are refused",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      v1.status < 300 &&
      /must be (an object|a string|a whole number|an array)/.test(messageOf(ours)),
  },
  {
    section: "Empty texts are refused where a name is needed",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 400 &&
      (v1.status < 300 || v1.status === 404) &&
      /should not be empty/.test(messageOf(ours)),
  },
  {
    section: "An empty id says nothing",
    ofAnswer: ({ request, ours, v1 }) =>
      (ours.status < 300 || ours.status === 400) && v1.status === 404 && hasEmptyId(request.body),
  },
  {
    section: "An empty id says nothing",
    isLasting: true,
    ofPlace: ({ path, v1 }, { request }) =>
      path === "product_category.rank" && v1 === RANK_WHILE_MOVING && hasEmptyId(request.body),
  },
  {
    section: "Of several faults one is named",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/regions/unknown_01/countries" &&
      ours.status === 404 &&
      [400, 422].includes(v1.status),
    ofPlace: ({ path }, { request, ours, v1 }) =>
      path === "type" &&
      /^\/admin\/draft-orders\/\{id\}\/line-items/.test(pathOf(request)) &&
      typeOf(v1.body) === "not_allowed" &&
      /^quantity must/.test(messageOf(ours)),
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
    section: "Of several faults one is named",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/reservations" &&
      /^The reservation quantity cannot be larger/.test(messageOf(ours)) &&
      / is not stocked at location /.test(messageOf(v1)),
  },
  {
    section: "Of several faults one is named",
    ofPlace: ({ path, ours, v1 }, asked) =>
      path === "type" &&
      ours === "not_allowed" &&
      v1 === "invalid_data" &&
      pathOf(asked.request) === "/admin/orders/{id}/claims" &&
      /^(Unable to generate the line items|Cannot generate line item)/.test(messageOf(asked.v1)),
  },
  {
    section: "Prices with and without tax are compared",
    isLasting: true,
    ofPlace: ({ path }, asked) =>
      /^cart\.(items\[\]\.|\w*total$)/.test(path) && repricesCart(asked) && hasPriceWithTax(asked),
  },
  {
    section: "A customer has a first and a last name",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/store/customers" &&
      ours.status === 400 &&
      v1.status === 200 &&
      /(first|last)_name/.test(messageOf(ours)),
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
    section: "Canceling gives the money back",
    ofPlace: ({ path }, { request }) =>
      isCancelation(request) &&
      /^order\.(payments\[\]\.(amount_refunded|canceled_at|data\.status)|refunds\.length|refunded_total|refundable_amount|payment_status)$/.test(
        path,
      ),
  },
  {
    section: "Stock is what is on the shelf",
    ofPlace: ({ path }, { request }) => isCancelation(request) && path.endsWith(".inventory_quantity"),
  },
  {
    section: "Swaps, claims and returns",
    ofAnswer: ({ request, ours, v1 }) =>
      /\/(receive|return)$/.test(pathOf(request)) &&
      ours.status === 200 &&
      /^Inventory level for inventory item \w+ and location null not found/.test(messageOf(v1)),
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
    section: "Goods without a level",
    ofAnswer: sellsWithoutLevel,
  },
  {
    section: "Prices are of variants that exist",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      path === "ids.length" &&
      pathOf(request) === "/admin/price-lists/{id}/products/{id}/prices" &&
      Number(ours) > Number(v1),
  },
  {
    section: "A completed cart does not change",
    ofAnswer: ({ request, ours }) =>
      /^\/store\/carts\/\{id\}/.test(pathOf(request)) &&
      ours.status === 409 &&
      codeOf(ours) === "cart_incompatible_state",
  },
  {
    section: "A customer's groups are all shown",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      path === "customers[].groups.length" &&
      pathOf(request).endsWith("/customers") &&
      Number(ours) > Number(v1),
  },
  {
    section: "A new variant comes last",
    ofPlace: ({ path, ours, v1 }) => path.endsWith(".variant_rank") && Number(ours) > Number(v1),
  },
  {
    section: "A refused completion leaves the cart as it was",
    ofAnswer: ({ ours, v1 }) =>
      ours.status === 200 && messageOf(v1) === "Cannot change the region of a completed cart",
    ofPlace: ({ path, ours, v1 }) =>
      path.endsWith("payment_authorized_at") && ours === null && typeof v1 === "string",
  },
  {
    section: "An empty note is refused",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/notes/{id}" &&
      ours.status === 400 &&
      v1.status === 200 &&
      /value should not be empty/.test(messageOf(ours)),
  },
  {
    section: "Lists of names are taken in every form",
    ofAnswer: ({ ours, v1 }) =>
      ours.status !== 400 && /^(expand|id|location_id) must be an array/.test(messageOf(v1)),
  },
  {
    section: "Filters of the contract work",
    ofPlace: ({ path }, { request }) =>
      pathOf(request) === "/admin/stock-locations" &&
      /^(stock_locations\.length|count)$/.test(path) &&
      request.query?.["id"] !== undefined &&
      request.query["sales_channel_id"] !== undefined,
  },
  {
    section: "Filters of the contract work",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/(currencies|customer-groups)$/.test(pathOf(request)) &&
      ours.status === 200 &&
      /^(includes_tax must be a boolean value|id must be )/.test(messageOf(v1)),
  },
  {
    section: "An empty expand shows no relations",
    ofPlace: ({ path, ours }, { request }) =>
      request.query?.["expand"] !== undefined && ours === undefined && ADDED_RELATIONS.test(path),
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
    section: "Storefronts see public prices only",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      /(variants\[\]\.prices|category_children)\.length$/.test(path) &&
      Number(ours) < Number(v1) &&
      /^\/store\/product(s|-categories)/.test(pathOf(request)),
  },
  {
    section: "Lists below something unknown",
    ofAnswer: ({ request, ours, v1 }) =>
      request.method === "GET" &&
      ours.status === 404 &&
      v1.status === 200 &&
      /^\/admin\/(price-lists\/[^/]+\/products|publishable-api-keys\/[^/]+\/sales-channels)$/.test(
        pathOf(request),
      ),
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
    section: "Null is no value for what must have one",
    ofAnswer: ({ request, ours, v1 }) =>
      ours.status === 400 &&
      (v1.status < 300 || v1.status === 404) &&
      nullsIn(request.body).some((name) => messageOf(ours).startsWith(name)),
  },
  {
    section: "Prices are of variants that exist",
    ofAnswer: ({ request, ours }) =>
      pathOf(request).startsWith("/admin/price-lists") &&
      ours.status === 404 &&
      /^Variant with id/.test(messageOf(ours)),
  },
  {
    section: "Lines of other orders",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/orders\/\{id\}\/(fulfillment|return|swaps|claims)$/.test(pathOf(request)) &&
      ours.status === 404 &&
      v1.status === (pathOf(request).endsWith("/fulfillment") ? 200 : 400) &&
      /^Line item with/.test(messageOf(ours)),
  },
  {
    section: "The taxes of an order are those it was placed with",
    ofPlace: ({ path, v1 }) =>
      /^(data|orders?(\[\])?)\.shipping_methods\[\]\.tax_lines\[\]\.(id|\w+_at|metadata)$/.test(path) &&
      v1 === undefined,
  },
  {
    section: "Orders take metadata",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/orders/{id}" &&
      ours.status === 200 &&
      /property metadata should/.test(messageOf(v1)),
  },
  {
    section: "Address books belong to the customer",
    ofPlace: ({ path, ours, v1 }) =>
      /^(orders?|data)(\[\])?\.shipping_address(_id|\.id)$/.test(path) &&
      typeof ours === "string" &&
      typeof v1 === "string",
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
  {
    section: "Stock and codes are counted with the order",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      /^(data|cart)\.discounts\[\]\.usage_count$/.test(path) &&
      pathOf(request).startsWith("/store/carts/{id}") &&
      Number(ours) === Number(v1) + 1,
  },
  {
    section: "Stock and codes are counted with the order",
    isLasting: true,
    ofPlace: ({ path, ours, v1 }) =>
      /^discounts?(\[\])?\.usage_count$/.test(path) && Number(ours) > Number(v1),
  },
  {
    section: "Variants and prices are changed where they belong",
    ofPlace: ({ path, within }) =>
      /variants?(\[\])?\.prices\[\]\.id$/.test(path) && within?.ours["price_list_id"] === null,
  },
  {
    section: "A refund of 0 is none",
    isLasting: true,
    ofPlace: ({ path, ours, v1 }, { request }) =>
      isReceipt(request) &&
      /refund_amount$|^order\.(payments\[\]\.amount_refunded|refunds\.length|refund\w+|payment_status)$/.test(
        path,
      ) &&
      (ours === 0 || Number(v1) > 0 || path.startsWith("order.")),
  },
  {
    section: "A refund of 0 is none",
    ofPlace: ({ path, ours, v1 }) => path.endsWith("refund_amount") && ours === 0 && Number(v1) > 0,
  },
  {
    section: "Order edits",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/order-edits\/\{id\}\/(request|confirm)$/.test(pathOf(request)) &&
      /cannot have fewer than \d+ pieces/.test(messageOf(ours)) &&
      v1.status === 200,
  },
  {
    section: "Order edits",
    isLasting: true,
    ofPlace: ({ path, v1 }, { request }) =>
      pathOf(request) === "/admin/order-edits/{id}/confirm" &&
      /^order_edit\.items\[\]\.(fulfilled|shipped|returned)_quantity$/.test(path) &&
      v1 === null,
  },
  {
    section: "Order edits",
    ofPlace: ({ path }) => path.endsWith("payment_collection.amount"),
  },
  {
    section: "An order with a refund is partially refunded",
    ofPlace: ({ path, ours, v1 }) =>
      path.endsWith("payment_status") && ours === "partially_refunded" && v1 === "captured",
  },
  {
    section: "Totals of the contract are always there",
    ofPlace: ({ path, v1 }) => v1 === undefined && CONTRACT_TOTALS.test(path),
  },
  {
    section: "Addresses of IPv4 are written as such",
    ofPlace: ({ path, ours, v1 }) => path.endsWith("context.ip") && v1 === `::ffff:${ours}`,
  },
  {
    section: "Empty fields show the id alone",
    ofPlace: ({ path, ours }, { request }) =>
      request.query?.["fields"] === "" &&
      /\b(created_at|profile_id)$|^orders\[\]\.(tax_rate|items|swaps|claims)$/.test(path) &&
      ours === undefined,
  },
  {
    section: "Password hashes never leave the server",
    ofPlace: ({ path, ours }) => path.endsWith("password_hash") && ours === undefined,
  },
  {
    section: "The store",
    ofPlace: ({ path, v1 }) =>
      (path === "store.name" && v1 === "Medusa Store") ||
      /^store\.(feature_flags\[\]\.value|feature_flags\.length|modules\.length)$/.test(path),
  },
  {
    section: "Stock shown is stock sold",
    ofPlace: isOtherStockInV1,
  },
  {
    section: "Items of deleted variants",
    ofPlace: (difference) => difference.path.endsWith(".variants.length") && hasNullVariant(difference),
  },
  {
    section: "Stock shown is stock sold",
    ofPlace: ({ path, v1 }) =>
      path.endsWith("sales_channel_availability[].available_quantity") && v1 === null,
  },
  {
    section: "An updated reservation is shown",
    ofPlace: ({ path, v1 }, { request }) =>
      pathOf(request) === "/admin/reservations/{id}" && path === "reservation" && v1 === undefined,
  },
  {
    section: "Batch imports keep good rows",
    ofPlace: ({ path, ours, v1 }) =>
      (/^batch_jobs?(\[\])?\.result\.(rows|progress|refused_count)$/.test(path) && v1 === undefined) ||
      (/^batch_jobs?(\[\])?\.result\.files(\.\w+)?$/.test(path) && ours === undefined),
  },
  {
    section: "Files of batch jobs",
    ofPlace: ({ path, ours, v1, within }) =>
      /^\[\]\.Sales Channel \d+ Id$/.test(path) ||
      (/^\[\]\.(Price|Option|Image|Sales Channel|Product Category) /.test(path) &&
        (v1 === undefined || (ours === undefined && v1 === ""))) ||
      (within !== undefined && areSameInOtherOrder(path, within)),
  },
  {
    section: "Reservations end with their item",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/reservations\/\{id\}$/.test(pathOf(request)) && ours.status === 404 && v1.status === 200,
  },
  {
    section: "What belongs to something unknown is 404",
    ofAnswer: ({ request, ours, v1 }) =>
      /\/unknown_01\/(stock-locations|location-levels)$/.test(pathOf(request)) &&
      ours.status === 404 &&
      v1.status === 200,
  },
  {
    section: "Empty texts are refused where a name is needed",
    ofAnswer: ({ request, ours }) =>
      ours.status === 400 && (request.body as { file_key?: unknown } | undefined)?.file_key === "",
  },
  {
    section: "A channel has a location once",
    ofPlace: ({ path, ours, v1 }) => path.endsWith(".locations.length") && Number(v1) > Number(ours),
  },
  {
    section: "Inventory items take all fields of the contract",
    ofPlace: ({ path, v1 }) =>
      /(^inventory_items?(\[\])?|\.inventory\[\])\.(title|description|thumbnail|metadata)$/.test(path) &&
      v1 === null,
  },
  {
    section: "Stock shown is stock sold",
    ofPlace: ({ path, ours }) => path === "[].Variant Inventory Quantity" && ours === "0",
  },
  {
    section: "Deleted goods and regions",
    isLasting: true,
    ofPlace: ({ path }, { request, ours }) =>
      pathOf(request) === "/admin/draft-orders/{id}/pay" &&
      /^order\.(items\[\]\.)?(tax_lines\.length|refundable(_amount)?|\w*total)$/.test(path) &&
      hasDeletedGoods(ours.body),
  },
  {
    section: "Relations without a value are null",
    ofPlace: ({ path, ours, v1 }) => path === "reservations[].line_item" && ours === null && v1 === undefined,
  },
  {
    section: "Pieces are in one place",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/orders/{id}/fulfillment" &&
      v1.status === 200 &&
      /^Cannot fulfill more items/.test(messageOf(ours)),
  },
  {
    section: "Pieces are in one place",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/orders\/\{id\}\/.*shipment$/.test(pathOf(request)) &&
      v1.status === 200 &&
      /^Goods of the fulfillment have come back/.test(messageOf(ours)),
  },
  {
    section: "Fulfilment",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/orders/{id}/fulfillment" &&
      ours.status === 200 &&
      /^Inventory item for .* not found at location$/.test(messageOf(v1)),
  },
  {
    section: "Locations share addresses",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/stock-locations/.test(pathOf(request)) &&
      typeof (request.body as { address?: unknown } | undefined)?.address === "string" &&
      [200, 404].includes(ours.status) &&
      v1.status === 400,
  },
  {
    section: "A link leads to a file",
    ofAnswer: ({ request, ours, v1 }) =>
      pathOf(request) === "/admin/uploads/download-url" && ours.status === 404 && v1.status === 200,
  },
  {
    section: "Order edits",
    ofPlace: ({ path }) => /(^|\.)returns\[\]\.items\[\]\.item_id$/.test(path),
  },
  {
    section: "A reservation needs stock",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/reservations/.test(pathOf(request)) &&
      [200, 404].includes(ours.status) &&
      /^The reservation quantity cannot be greater/.test(messageOf(v1)),
  },
  {
    section: "A reservation needs stock",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/reservations/.test(pathOf(request)) &&
      codeOf(ours) === "insufficient_inventory" &&
      v1.status === 200,
  },
  {
    section: "Stock is what is on the shelf",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/order-edits\/\{id\}\/items(\/\{id\})?$/.test(pathOf(request)) &&
      codeOf(ours) === "insufficient_inventory" &&
      v1.status === 200,
  },
  {
    section: "An upload has files",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/uploads/.test(pathOf(request)) &&
      ours.status === 400 &&
      v1.status === 200 &&
      request.files?.length === 0,
  },
  {
    section: "Batch jobs show what is asked for",
    ofPlace: ({ path, ours, v1 }, { request }) =>
      (path === "batch_jobs[].dry_run" && v1 === false) ||
      (request.query?.["fields"] !== undefined && ours === undefined && path === "batch_jobs[].status"),
  },
  {
    section: "A deleted collection is no empty one",
    ofPlace: ({ path, ours, v1 }) =>
      path.endsWith(".collection") && ours === null && (v1 as { title?: Json } | undefined)?.title === null,
  },
];

/** The section that explains why the two answers are of different kinds. */
export const explainedAnswer = (asked: Asked): string | undefined =>
  intended.find(({ ofAnswer }) => ofAnswer?.(asked))?.section;

export const explainedPlace = (difference: Difference, asked: Asked): Intended | undefined =>
  intended.find(({ ofPlace }) => ofPlace?.(difference, asked));

export { pathOf, typeOf };
