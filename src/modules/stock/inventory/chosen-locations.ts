import type { Rules } from "../../../plugins/rules/rules.ts";
import type { LevelStock, Need } from "./stock.ts";

/** Where goods go. */
export interface Destination {
  country_code: string | null;
  postal_code: string | null;
}

interface Choice {
  rules: Rules;
  salesChannelId: string | null;
  /** Asked only if a plugin chooses. */
  destination?: (() => Promise<Destination | null>) | undefined;
}

/** The locked levels in the order that a plugin prefers; without one, as they are. */
export async function inChosenOrder(
  { rules, salesChannelId, destination }: Choice,
  needs: readonly Need[],
  levels: LevelStock[],
): Promise<LevelStock[]> {
  if (needs.length === 0 || !rules.chooses("location")) return levels;
  const goal = (await destination?.()) ?? null;
  const input = () => ({
    sales_channel_id: salesChannelId,
    country_code: goal?.country_code ?? null,
    postal_code: goal?.postal_code ?? null,
    needs: needs.map(({ lineItemId, variantId, itemId, quantity }) => ({
      line_item_id: lineItemId,
      variant_id: variantId,
      inventory_item_id: itemId,
      quantity,
    })),
    levels: levels.map(({ locationId, itemId, available }) => ({
      location_id: locationId,
      inventory_item_id: itemId,
      available,
    })),
  });
  const places = levels.map(({ locationId }) => locationId);
  const isOneOf = (id: unknown): id is string => places.includes(id as string);
  const chosen = rules.choose("location", input, (ids) =>
    Array.isArray(ids) && ids.every(isOneOf) ? (ids as string[]) : null,
  );
  if (chosen === null) return levels;
  const rank = ({ locationId }: LevelStock) =>
    chosen.includes(locationId) ? chosen.indexOf(locationId) : chosen.length;
  return [...levels].sort((a, b) => rank(a) - rank(b));
}
