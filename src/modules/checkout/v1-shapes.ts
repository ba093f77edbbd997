// Where v1's answers differ from the common shape. This file imports nothing.

/** v1 completes a cart under two paths. */
export const completionPaths = [
  { path: "/store/carts/:id/complete", summary: "Complete a cart" },
  { path: "/store/carts/:id/complete-cart", summary: "Complete a cart (the old name)" },
];

/** v1 stores answers only under keys that it has made itself, and repeats them without this total of the lines. */
export const withoutRawDiscounts = <Line extends { raw_discount_total?: unknown }>(
  lines: readonly Line[] | undefined,
) => lines?.map(({ raw_discount_total, ...line }) => line);

/** A completion without stock has the status 409, and its error is repeated in a list. */
export const shortageStatus = 409;
export const shortageBody = <Text>({ code, type, message }: { code: Text; type: Text; message: Text }) => ({
  code,
  type,
  message,
  errors: [{ code, type, message }],
});

/** v1 shows the order of a paid draft without its sales channel. */
export const leftOutOfPaidDraft = { fields: ["sales_channel_id"], relations: ["sales_channel"] };

/** v1 answers the update of a draft with the draft as it was before, and its cart as it is now. */
export const updatedDraftBody = <Draft extends { cart: unknown }>(before: Draft, after: Draft) => ({
  ...before,
  cart: after.cart,
});
