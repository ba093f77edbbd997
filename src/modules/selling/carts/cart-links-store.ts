import { linkTable } from "../../../db/link-table.ts";

/** The codes that a cart has. */
export const discountsOfCarts = linkTable("cart_discounts", { owner: "cart_id", other: "discount_id" });
export const giftCardsOfCarts = linkTable("cart_gift_cards", { owner: "cart_id", other: "gift_card_id" });
