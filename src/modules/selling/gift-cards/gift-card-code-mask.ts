import type { FastifyRequest } from "fastify";
import type { Mask } from "../../../http/masks.ts";
import { isGranted, type Permission } from "../../../kernel/permissions.ts";
import { withMaskedCodes } from "./gift-card-codes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route under /store that shows whole codes of gift cards to a caller who has them, and masks them for others. */
    showsGiftCardCodes?: boolean;
  }
}

/** What a user needs to see the codes of gift cards. */
const SEES_CODES: Permission = "gift-cards:write";

/** Whether the sender of a request may see whole codes of gift cards in the administration. */
export const seesGiftCardCodes = async (request: FastifyRequest): Promise<boolean> =>
  isGranted((await request.caller()).granted, SEES_CODES);

export const giftCardCodeMask: Mask = {
  permission: SEES_CODES,
  masked: withMaskedCodes,
  isIn: (body) => body.includes('"gift_card'),
  isShown: (answer, { showsGiftCardCodes }) => showsGiftCardCodes === true || isCart(answer),
  isSortedBy: (order, url) =>
    /(^|\.)gift_cards?\.code$/.test(url === "/admin/gift-cards" ? `gift_cards.${order}` : order),
};

/** An open cart shows its codes to the visitor who holds it; a completed one masks them itself (`show-cart.ts`). */
const isCart = (answer: unknown): boolean => (answer as { cart?: unknown } | null)?.cart !== undefined;
