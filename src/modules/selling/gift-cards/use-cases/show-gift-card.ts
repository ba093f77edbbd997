import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { GuessLimits } from "../../../../http/guess-limits.ts";
import { pageOf } from "../../../../http/list-query.ts";
import { UnknownGiftCard, unknownGiftCard, unknownGiftCardCode } from "../gift-card.ts";
import { adminGiftCard, MAX_USES, storeGiftCard } from "../gift-card-schemas.ts";
import { listUses } from "../gift-card-uses-store.ts";

/** The limit on unknown codes counts all routes of an IP address together. */
export const giftCardGuess = (address: string) => ({ what: "gift-card", address });

/** Slows down callers of a change that try unknown codes. */
export async function countingUnknownCards(
  limits: GuessLimits,
  ip: string,
  change: () => Promise<void>,
): Promise<void> {
  const unknown = await limits.guarded(
    giftCardGuess(ip),
    () => change().then(() => null, unknownCardIn),
    (refused) => refused === null,
  );
  if (unknown) throw unknown;
}

function unknownCardIn(error: unknown): UnknownGiftCard {
  if (error instanceof UnknownGiftCard) return error;
  throw error;
}

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

/** The orders that were paid with a card. */
export async function listGiftCardUses(
  { db, graph }: { db: Db; graph: Graph },
  id: string,
  query: { limit?: number; offset?: number },
) {
  const { limit, offset } = pageOf(query, { limit: 20, max: MAX_USES });
  if (!(await graph.find(adminGiftCard, id, { fields: "id", expand: "" }))) throw unknownGiftCard(id);
  const { uses, count } = await listUses(db, { giftCardId: id, limit, offset });
  return { transactions: uses, count, offset, limit };
}
