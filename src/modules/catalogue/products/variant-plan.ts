import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import {
  checkDistinct,
  checkKnownOptions,
  checkOptionValues,
  type OptionValue,
  type Placed,
  type ProductOption,
} from "./product-option.ts";
import {
  type ChangedVariant,
  changedVariant,
  type NewVariant,
  type SentOption,
  type SentVariant,
  unknownVariant,
  type Variant,
  variantFrom,
  variantWithChanges,
} from "./variant.ts";
import { type RegionCurrencies, replacedPrices, type VariantPrice } from "./variant-price.ts";

/** A variant as it is in the shop. */
export interface KnownVariant extends Variant {
  values: OptionValue[];
  prices: VariantPrice[];
}

/** Options and variants of a product, read under its lock. */
export interface ProductContent {
  productId: string;
  options: ProductOption[];
  variants: KnownVariant[];
}

/** The rows to write so that variants become what was sent. */
export interface VariantPlan {
  inserted: Variant[];
  updated: ChangedVariant[];
  /** What was sent of each variant that is changed. */
  changes: { id: string; fields: string[] }[];
  removed: string[];
  values: OptionValue[];
  prices: VariantPrice[];
  removedPrices: string[];
}

interface Planned {
  plan: VariantPlan;
  /** The variant among its siblings, afterwards. */
  placed: Placed;
}

export const noChanges: VariantPlan = {
  inserted: [],
  updated: [],
  changes: [],
  removed: [],
  values: [],
  prices: [],
  removedPrices: [],
};

/** The variants of a product that is being made; the values of each are in the order of the options. */
export function plannedFirst(
  { productId, options }: Omit<ProductContent, "variants">,
  sent: readonly (Omit<NewVariant, "options"> & { options?: { value: string }[] | null })[],
  regions: RegionCurrencies,
): VariantPlan {
  const planned = sent.map((variant, rank) => {
    const values = (variant.options ?? []).map(({ value }, index) => ({
      option_id: options[index]?.id ?? "",
      value,
    }));
    return added({ productId, options }, { ...variant, options: values }, { rank, regions });
  });
  // Without options there is nothing to tell variants apart by but their titles.
  if (options.length > 0) checkDistinct(options, placedOf(planned));
  return joined(planned);
}

export function plannedOne(
  content: ProductContent,
  sent: NewVariant,
  regions: RegionCurrencies,
): VariantPlan {
  const rank = Math.max(-1, ...content.variants.map((variant) => variant.variant_rank)) + 1;
  const planned = added(content, sent, { rank, regions });
  checkDistinct(content.options, [...content.variants, planned.placed]);
  return planned.plan;
}

export function plannedChange(
  content: ProductContent,
  { id, sent }: { id: string; sent: SentVariant },
  regions: RegionCurrencies,
): VariantPlan {
  const known = knownOf(content, id);
  const planned = changed(content.options, known, { sent, rank: known.variant_rank, regions });
  checkDistinct(content.options, [...content.variants.filter((each) => each !== known), planned.placed]);
  return planned.plan;
}

/** The whole list: with an id a variant is changed, without one it is new, and what is not on the list goes. */
export function plannedList(
  content: ProductContent,
  sent: readonly SentVariant[],
  regions: RegionCurrencies,
): VariantPlan {
  const ids = sent.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw invalid("variants names a variant more than once");
  const planned = sent.map((variant, rank) =>
    variant.id
      ? changed(content.options, knownOf(content, variant.id), { sent: variant, rank, regions })
      : added(content, titled(variant, rank), { rank, regions }),
  );
  // As when a product is made: new variants without options are told apart by their titles, also where nothing stays.
  const isAllNew = ids.length === 0;
  if (content.options.length > 0 || !isAllNew) checkDistinct(content.options, placedOf(planned));
  const removed = content.variants.map(({ id }) => id).filter((id) => !ids.includes(id));
  return { ...joined(planned), removed };
}

function added(
  { productId, options }: Pick<ProductContent, "productId" | "options">,
  sent: NewVariant,
  { rank, regions }: { rank: number; regions: RegionCurrencies },
): Planned {
  const place = { id: newId("variant"), product_id: productId, variant_rank: rank };
  const variant = variantFrom(place, sent);
  checkOptionValues(options, sent.options ?? []);
  const values = withValues([], sent.options ?? [], { options, variantId: variant.id });
  const prices = replacedPrices([], sent.prices ?? [], pricing(variant.id, regions));
  return {
    plan: { ...noChanges, inserted: [variant], values, prices: prices.saved },
    placed: { title: variant.title, values, isMoved: true },
  };
}

function changed(
  options: ProductOption[],
  known: KnownVariant,
  { sent, rank, regions }: { sent: SentVariant; rank: number; regions: RegionCurrencies },
): Planned {
  const { values: oldValues, prices: oldPrices, ...row } = known;
  const variant = { ...variantWithChanges(row, sent), variant_rank: rank };
  checkKnownOptions(options, sent.options ?? []);
  const values = withValues(oldValues, sent.options ?? [], { options, variantId: known.id });
  const prices = sent.prices
    ? replacedPrices(oldPrices, sent.prices, pricing(known.id, regions))
    : { saved: [], removed: [] };
  const moved = values.filter((value) => !oldValues.includes(value));
  return {
    plan: {
      ...noChanges,
      updated: [changedVariant(row, variant)],
      changes: [{ id: known.id, fields: Object.keys(sent).filter((name) => name !== "id") }],
      values: moved,
      prices: prices.saved,
      removedPrices: prices.removed,
    },
    placed: { title: variant.title, values, isMoved: moved.length > 0 },
  };
}

/** A value that stays is the same object, one that changes is a new one with the old id. */
function withValues(
  current: readonly OptionValue[],
  sent: readonly SentOption[],
  { options, variantId }: { options: readonly ProductOption[]; variantId: string },
): OptionValue[] {
  return options.flatMap(({ id: option_id }) => {
    const old = current.find((value) => value.option_id === option_id);
    const value = sent.find((each) => each.option_id === option_id)?.value;
    if (value === undefined || value === old?.value) return old ?? [];
    return { id: old?.id ?? newId("optval"), option_id, variant_id: variantId, value };
  });
}

const pricing = (variantId: string, regions: RegionCurrencies) => ({
  variantId,
  regions,
  newId: () => newId("ma"),
});

function titled(sent: SentVariant, index: number): NewVariant {
  if (!sent.title) throw invalid(`variants.${index}.title is required`);
  return { ...sent, title: sent.title };
}

function knownOf(content: ProductContent, id: string): KnownVariant {
  const known = content.variants.find((variant) => variant.id === id);
  if (!known) throw unknownVariant(id);
  return known;
}

const placedOf = (planned: readonly Planned[]) => planned.map(({ placed }) => placed);

const joined = (planned: readonly Planned[]): VariantPlan => ({
  inserted: planned.flatMap(({ plan }) => plan.inserted),
  updated: planned.flatMap(({ plan }) => plan.updated),
  changes: planned.flatMap(({ plan }) => plan.changes),
  removed: [],
  values: planned.flatMap(({ plan }) => plan.values),
  prices: planned.flatMap(({ plan }) => plan.prices),
  removedPrices: planned.flatMap(({ plan }) => plan.removedPrices),
});
