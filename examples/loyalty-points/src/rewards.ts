import { randomBytes } from "node:crypto";
import {
  type BeforeCompletion,
  type CompletionInput,
  type Decision,
  type RuleHelp,
  type Shop,
  type StepRun,
  sql,
} from "tradewind/plugin";
import { programOf, take } from "./ledger.ts";
import type { HasDb, Tables } from "./tables.ts";

const MOST = 2_000_000_000;
/** Without letters and digits that look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const newCode = () => `PTS-${[...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join("")}`;

interface Redemption {
  customerId: string;
  points: number;
  regionId: string;
}

/** Makes points a discount code for one order. Both happen in one transaction: points and code exist both, or not at all. */
export async function redeem(shop: Shop<Tables>, { customerId, points, regionId }: Redemption) {
  const rate = await rateIn(shop, regionId);
  if (!rate) throw shop.refusal("not_allowed", "region_id: points are not taken here", "no_rate");
  const value = points * rate.worth;
  if (value > MOST) throw shop.refusal("invalid_data", "points: this is more than a discount can be worth");
  const { reward_days: days } = await programOf(shop);
  return shop.transaction(async (tx) => {
    const code = newCode();
    const left = await take(tx, { customerId, kind: "redeemed", points: -points, note: code });
    if (left === null) throw shop.refusal("not_allowed", "There are not enough points", "not_enough_points");
    const expiresAt = new Date(Date.now() + days * 24 * 3600 * 1000);
    const { discount } = await tx.api.as({ permissions: ["discounts:write"] }).createAdminDiscount({
      body: {
        code,
        regions: [regionId],
        usage_limit: 1,
        ends_at: expiresAt.toISOString(),
        rule: { type: "fixed", allocation: "total", value, description: `${points} points` },
      },
    });
    const reward = { code, points, value, currency_code: rate.currency_code, expires_at: expiresAt };
    await tx.db
      .insertInto("reward")
      .values({ ...reward, discount_id: discount.id!, customer_id: customerId })
      .execute();
    return { reward, points: left };
  });
}

const rateIn = ({ db }: HasDb, regionId: string) =>
  db
    .selectFrom("rate")
    .innerJoin("tradewind_v1.region as region", "region.currency_code", "rate.currency_code")
    .select(["rate.currency_code", "rate.worth"])
    .where("region.id", "=", regionId)
    .where("region.deleted_at", "is", null)
    .executeTakeFirst();

/** Codes that the customer has not used yet. */
export const openRewardsOf = ({ db }: HasDb, customerId: string) =>
  db
    .selectFrom("reward")
    .innerJoin("tradewind_v1.discount as discount", "discount.id", "reward.discount_id")
    .select(["reward.code", "reward.points", "reward.value", "reward.currency_code", "reward.expires_at"])
    .where("reward.customer_id", "=", customerId)
    .where("discount.usage_count", "=", 0)
    .where("discount.is_disabled", "=", false)
    .where("discount.deleted_at", "is", null)
    .where("reward.expires_at", ">", sql<Date>`now()`)
    .orderBy("reward.expires_at")
    .execute();

interface UsedReward {
  readonly code: string;
  readonly customer_id: string;
  readonly value: number;
}

/** Looked up before the completion, because a rule cannot read tables. */
export async function findUsedRewards(
  { cart }: BeforeCompletion,
  { shop: { db } }: StepRun<Tables>,
): Promise<{ rewards: UsedReward[] } | null> {
  const codes = cart.discount_codes.map((code) => code.toUpperCase());
  if (codes.length === 0) return null;
  const columns = ["code", "customer_id", "value"] as const;
  return { rewards: await db.selectFrom("reward").select(columns).where("code", "in", codes).execute() };
}

/** A code is for the customer who had the points, and for goods that are worth it: the rest of a code would be lost. */
export function checkRewards({ cart, totals, data }: CompletionInput, { refuse }: RuleHelp): Decision {
  const { rewards } = (data ?? { rewards: [] }) as { rewards: readonly UsedReward[] };
  for (const { code, customer_id, value } of rewards) {
    if (cart.customer_id !== customer_id)
      return refuse(`The code ${code} is for the customer who had the points`, { code: "not_your_points" });
    if (totals.discount_total < value)
      return refuse(`The code ${code} is worth more than what is in the cart`, {
        code: "points_would_be_lost",
      });
  }
  return null;
}
