import type { Tx } from "../../../../db/database.ts";
import { findGiftCardsForCart, refusalOf } from "../../gift-cards/index.ts";
import type { Cart } from "../cart.ts";
import { giftCardsOfCarts } from "../cart-links-store.ts";
import { unknownGiftCard } from "../codes.ts";

/** The sent codes take the place of those that were there. */
export async function applyGiftCards(
  tx: Tx,
  cart: Pick<Cart, "id" | "region_id">,
  codes: readonly string[],
): Promise<void> {
  const wanted = [...new Set(codes)];
  const found = await findGiftCardsForCart(tx, wanted);
  const now = new Date();
  for (const code of wanted) {
    const card = found.find((each) => each.code === code);
    if (!card) throw unknownGiftCard(code);
    const refusal = refusalOf(card, { regionId: cart.region_id, now });
    if (refusal) throw refusal;
  }
  await giftCardsOfCarts.replace(
    tx,
    cart.id,
    found.map(({ id }) => id),
  );
}
