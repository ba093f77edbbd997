import {
  filtersOfOrders,
  order,
  orderList,
  readOrders,
  type ShownOrder,
} from "../../../orders/orders/index.ts";
import type { CsvColumn } from "./csv.ts";
import { decimalOf } from "./csv.ts";
import { exportType } from "./export-type.ts";
import { fieldColumns } from "./field-columns.ts";

interface OrderColumn extends CsvColumn<ShownOrder> {
  /** The field or relation of the value. */
  of: keyof ShownOrder;
  /** Only on request: v1 has no such column. */
  isInMajorUnits?: true;
}

const field = (name: string, of: keyof ShownOrder): OrderColumn => ({ name, of, value: (row) => row[of] });

type TotalName =
  | "subtotal"
  | "shipping_total"
  | "discount_total"
  | "gift_card_total"
  | "refunded_total"
  | "tax_total"
  | "total";

/** In minor units as in v1, followed by a column in major units. */
const total = (name: string, of: TotalName): OrderColumn[] => [
  field(name, of),
  {
    name: `${name} (Major Units)`,
    of,
    isInMajorUnits: true,
    value: (row) => decimalOf(row[of] ?? 0, row.currency_code!),
  },
];

const through = <Related extends object>(
  of: keyof ShownOrder,
  relatedOf: (order: ShownOrder) => Related | null | undefined,
  columns: [name: string, field: keyof Related][],
): OrderColumn[] => columns.map(([name, each]) => ({ name, of, value: (row) => relatedOf(row)?.[each] }));

const orderColumns: OrderColumn[] = [
  field("Order_ID", "id"),
  field("Display_ID", "display_id"),
  field("Order status", "status"),
  {
    name: "Date",
    of: "created_at",
    value: (row) => new Date(row.created_at!).toUTCString(),
  },
  ...through("customer", (order) => order.customer, [
    ["Customer First name", "first_name"],
    ["Customer Last name", "last_name"],
    ["Customer Email", "email"],
    ["Customer ID", "id"],
  ]),
  ...through("shipping_address", (order) => order.shipping_address, [
    ["Shipping Address 1", "address_1"],
    ["Shipping Address 2", "address_2"],
    ["Shipping Country Code", "country_code"],
    ["Shipping City", "city"],
    ["Shipping Postal Code", "postal_code"],
  ]),
  { name: "Shipping Region ID", of: "shipping_address", value: (row) => row.region_id },
  field("Fulfillment Status", "fulfillment_status"),
  field("Payment Status", "payment_status"),
  ...total("Subtotal", "subtotal"),
  ...total("Shipping Total", "shipping_total"),
  ...total("Discount Total", "discount_total"),
  ...total("Gift Card Total", "gift_card_total"),
  ...total("Refunded Total", "refunded_total"),
  ...total("Tax Total", "tax_total"),
  ...total("Total", "total"),
  field("Currency Code", "currency_code"),
  ...through("sales_channel", (order) => order.sales_channel, [
    ["Sales channel name", "name"],
    ["Sales channel description", "description"],
  ]),
];

const namedOf = ({ customer, shipping_address }: ShownOrder) =>
  customer?.first_name || customer?.last_name ? customer : shipping_address;

/** Only on request: v1 leaves the names of guests empty. */
const guestNames: ReadonlyMap<string, CsvColumn<ShownOrder>> = new Map(
  through("customer", namedOf, [
    ["Customer First name", "first_name"],
    ["Customer Last name", "last_name"],
  ]).map((column) => [column.name, column]),
);

const relations = ["customer", "shipping_address", "sales_channel"];

const select = [
  "id",
  "display_id",
  "status",
  "created_at",
  "fulfillment_status",
  "payment_status",
  "subtotal",
  "shipping_total",
  "discount_total",
  "gift_card_total",
  "refunded_total",
  "tax_total",
  "total",
  "currency_code",
  "region_id",
];

const orderView = {
  entity: order,
  fields: [
    "id",
    "display_id",
    "status",
    "created_at",
    "fulfillment_status",
    "payment_status",
    "currency_code",
    "region_id",
    "external_id",
    "custom_fields",
  ],
  relations,
};

/** One line for each order, with the columns of the requested fields and relations. */
export const orderExport = exportType({
  noun: "order",
  permission: ["orders:read", "personal-data:read"],
  entity: order,
  list: orderList,
  filtersOf: filtersOfOrders,
  select,
  relations,
  read: (deps, request) => readOrders(deps, orderView, request),
  lines: (row) => [row],
  columns: (
    { select: fields, relations: expanded, inMajorUnits, withGuestNames },
    _,
    { graph, providers },
  ) => [
    ...orderColumns
      .filter(
        ({ of, isInMajorUnits }) =>
          (fields.includes(of) || expanded.includes(of)) && (inMajorUnits || !isInMajorUnits),
      )
      .map((column) => (withGuestNames ? (guestNames.get(column.name) ?? column) : column)),
    ...(providers.rules.chooses("orderNumber") ? [field("Order Number", "external_id")] : []),
    ...fieldColumns<ShownOrder>(graph.registry.fields, {
      entity: "order",
      prefix: "Field ",
      rowOf: (row) => row,
    }),
  ],
});
