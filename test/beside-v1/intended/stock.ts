import type { Difference } from "../difference.ts";
import type { Request } from "../pair.ts";
import {
  type Asked,
  codeOf,
  type Intended,
  isCancelation,
  messageOf,
  pathOf,
  sellsWithoutLevel,
} from "./asked.ts";

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

/** Stock, reservations and locations. */
export const stock: readonly Intended[] = [
  {
    section: "Stock is what is on the shelf",
    ofPlace: ({ path }, { request }) => isCancelation(request) && path.endsWith(".inventory_quantity"),
  },
  {
    section: "Goods without a level",
    ofAnswer: sellsWithoutLevel,
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
    section: "Stock shown is stock sold",
    ofPlace: isOtherStockInV1,
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
    section: "Reservations end with their item",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/reservations\/\{id\}$/.test(pathOf(request)) && ours.status === 404 && v1.status === 200,
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
    section: "Locations share addresses",
    ofAnswer: ({ request, ours, v1 }) =>
      /^\/admin\/stock-locations/.test(pathOf(request)) &&
      typeof (request.body as { address?: unknown } | undefined)?.address === "string" &&
      [200, 404].includes(ours.status) &&
      v1.status === 400,
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
];
