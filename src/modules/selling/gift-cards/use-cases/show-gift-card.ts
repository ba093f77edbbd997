import type { Graph } from "../../../../graph/graph.ts";
import type { GuessLimits } from "../../../../http/guess-limits.ts";
import { unknownGiftCardCode } from "../gift-card.ts";
import { storeGiftCard } from "../gift-card-schemas.ts";

/** The limit on unknown codes counts all routes of an IP address together. */
export const giftCardGuess = (address: string) => ({ what: "gift-card", address });

/** A code is worth money: callers who try unknown codes are slowed down. */
export async function showGiftCardByCode(
  { graph, limits }: { graph: Graph; limits: GuessLimits },
  { code, ip }: { code: string; ip: string },
) {
  const card = await limits.guarded(
    giftCardGuess(ip),
    () => graph.find(storeGiftCard, code, { by: "code" }),
    (known) => known !== null,
  );
  if (!card) throw unknownGiftCardCode(code);
  return { gift_card: card };
}
