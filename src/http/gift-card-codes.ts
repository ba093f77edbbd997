import type { FastifyInstance, FastifyRequest } from "fastify";
import { withMaskedCodes } from "../kernel/gift-card-codes.ts";
import { isGranted, missingPermission, type Permission } from "../kernel/permissions.ts";
import { refuse } from "./errors.ts";

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

/**
 * The one place where codes of gift cards leave the server: in the administration they are masked for users who lack the
 * permission, in the storefront for everybody, in whatever a route returns. Bodies that several requests share do not pass here: the
 * pages of orders that are shared show no gift cards (`isCacheable`), and carts show the codes that their view allows.
 */
export function installGiftCardCodes(app: FastifyInstance): void {
  app.addHook("preValidation", (request, reply, done) => {
    if (!request.routeOptions.url?.startsWith("/admin/") || !isSortedByCode(request)) return done();
    return seesGiftCardCodes(request).then((isShown) =>
      isShown ? undefined : refuse(request, reply, missingPermission(SEES_CODES)),
    );
  });
  app.addHook("preSerialization", (request, reply, answer, done) => {
    const { url = "", config } = request.routeOptions;
    if (reply.statusCode >= 400) return done(null, answer);
    if (url.startsWith("/admin/")) {
      return seesGiftCardCodes(request).then((isShown) => (isShown ? answer : withMaskedCodes(answer)));
    }
    const isShown = config.showsGiftCardCodes || !url.startsWith("/store/") || isCart(answer);
    done(null, isShown ? answer : withMaskedCodes(answer));
  });
}

/** Sorting by the code would tell of each card what its code begins with. */
function isSortedByCode({ query, routeOptions }: FastifyRequest): boolean {
  const order = (query as { order?: unknown } | undefined)?.order;
  // Anything else is refused as invalid.
  if (typeof order !== "string") return false;
  const name = order.replace(/^[-+ ]/, "");
  return /(^|\.)gift_cards?\.code$/.test(
    routeOptions.url === "/admin/gift-cards" ? `gift_cards.${name}` : name,
  );
}

/** An open cart shows its codes to the visitor who holds it; a completed one masks them itself (`show-cart.ts`). */
const isCart = (answer: unknown): boolean => (answer as { cart?: unknown } | null)?.cart !== undefined;
