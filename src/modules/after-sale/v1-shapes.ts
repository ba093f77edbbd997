// Where v1's answers about returns, swaps and order edits differ from the general rules: one entry for each exception.

/** Orders and carts inside a return or swap have the constant field `object`. */
export const withObject = <Related extends object>(object: "order" | "cart", related: Related) => ({
  object,
  ...related,
});

/** `POST /admin/returns/{id}/cancel` answers with the order, without its totals and its sales channel. */
export const orderOfCanceledReturnShape = {
  leavesOut: "sales_channel",
  alwaysObject: true,
};

/** `GET /admin/return-reasons` and `GET /store/return-reasons` return all reasons, without paging. */
export const allReturnReasons = { offset: 0, order: "created_at" };

/** `GET /admin/swaps/{id}`: the cart has these totals. */
export const swapCartTotals = [
  "subtotal",
  "tax_total",
  "shipping_total",
  "discount_total",
  "gift_card_total",
  "gift_card_tax_total",
  "total",
] as const;

/** `GET /store/swaps/{cart_id}` returns all fields of the swap; `POST /store/swaps` only these. */
export const newSwapFields = [
  "id",
  "fulfillment_status",
  "payment_status",
  "order_id",
  "difference_due",
  "shipping_address_id",
  "cart_id",
  "confirmed_at",
  "created_at",
  "updated_at",
  "deleted_at",
  "metadata",
  "idempotency_key",
] as const;

/** The lines and changes of an order edit count as fields: `fields` may name them. */
export const editRelationsAmongFields = ["items", "changes"];

/** An order edit always has its status, and these relations even if `expand` does not name them. */
export const editFieldsAlwaysShown = ["status"];
export const editRelationsAlwaysShown = ["items", "items.tax_lines", "items.adjustments", "items.variant"];
