import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import {
  checkDistinctVariants,
  checkKnownOptions,
  checkOptionValues,
  type OptionValue,
  type ProductOption,
  type VariantCombination,
} from "./product-option.ts";
import {
  type ChangedVariant,
  changedVariant,
  type NewVariant,
  type SentOption,
  type SentVariant,
  type Variant,
  variantFrom,
  variantNotFound,
  variantWithChanges,
} from "./variant.ts";
import { type RegionCurrencies, replacedPrices, type VariantPrice } from "./variant-price.ts";

/** A stored variant with its option values and prices. */
export interface VariantSnapshot extends Variant {
  values: OptionValue[];
  prices: VariantPrice[];
}

/** Options and variants of a product, read under its lock. */
export interface ProductContent {
  productId: string;
  options: ProductOption[];
  variants: VariantSnapshot[];
}

/** The rows to write for a change of variants. */
export interface VariantPlan {
  inserted: Variant[];
  updated: ChangedVariant[];
  /** The sent fields of each changed variant. */
  changes: { id: string; fields: string[] }[];
  /** Fields of the shop. */
  custom: { id: string; fields: SentCustomFields }[];
  removed: string[];
  values: OptionValue[];
  prices: VariantPrice[];
  removedPrices: string[];
}

interface PlannedVariant {
  plan: VariantPlan;
  /** The option values of the variant after the change. */
  combination: VariantCombination;
}

export const emptyPlan: VariantPlan = {
  inserted: [],
  updated: [],
  changes: [],
  custom: [],
  removed: [],
  values: [],
  prices: [],
  removedPrices: [],
};

/** The variants of a new product; their values are in the order of the options. */
export function planFirstVariants(
  { productId, options }: Omit<ProductContent, "variants">,
  sent: readonly (Omit<NewVariant, "options"> & { options?: { value: string }[] | null })[],
  regions: RegionCurrencies,
): VariantPlan {
  const planned = sent.map((variant, rank) => {
    const values = (variant.options ?? []).map(({ value }, index) => ({
      option_id: options[index]?.id ?? "",
      value,
    }));
    return planInsert({ productId, options }, { ...variant, options: values }, { rank, regions });
  });
  // Without options, variants differ only in their titles.
  if (options.length > 0) checkDistinctVariants(options, combinationsOf(planned));
  return mergedPlan(planned);
}

export function planNewVariant(
  content: ProductContent,
  sent: NewVariant,
  regions: RegionCurrencies,
): VariantPlan {
  const rank = Math.max(-1, ...content.variants.map((variant) => variant.variant_rank)) + 1;
  const planned = planInsert(content, sent, { rank, regions });
  checkDistinctVariants(content.options, [...content.variants, planned.combination]);
  return planned.plan;
}

export function planVariantChange(
  content: ProductContent,
  { id, sent }: { id: string; sent: SentVariant },
  regions: RegionCurrencies,
): VariantPlan {
  const current = currentVariant(content, id);
  const planned = planUpdate(content.options, current, { sent, rank: current.variant_rank, regions });
  checkDistinctVariants(content.options, [
    ...content.variants.filter((each) => each !== current),
    planned.combination,
  ]);
  return planned.plan;
}

/** The complete list: a variant with an id is changed, one without is new, a missing one is deleted. */
export function planVariantList(
  content: ProductContent,
  sent: readonly SentVariant[],
  regions: RegionCurrencies,
): VariantPlan {
  const ids = sent.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw invalid("variants names a variant more than once");
  const planned = sent.map((variant, rank) =>
    variant.id
      ? planUpdate(content.options, currentVariant(content, variant.id), { sent: variant, rank, regions })
      : planInsert(content, withRequiredTitle(variant, rank), { rank, regions }),
  );
  // As for a new product: without options and without existing variants, equal values are accepted.
  const isAllNew = ids.length === 0;
  if (content.options.length > 0 || !isAllNew)
    checkDistinctVariants(content.options, combinationsOf(planned));
  const removed = content.variants.map(({ id }) => id).filter((id) => !ids.includes(id));
  return { ...mergedPlan(planned), removed };
}

function planInsert(
  { productId, options }: Pick<ProductContent, "productId" | "options">,
  sent: NewVariant,
  { rank, regions }: { rank: number; regions: RegionCurrencies },
): PlannedVariant {
  const position = { id: newId("variant"), product_id: productId, variant_rank: rank };
  const variant = variantFrom(position, sent);
  checkOptionValues(options, sent.options ?? []);
  const values = withValues([], sent.options ?? [], { options, variantId: variant.id });
  const prices = replacedPrices([], sent.prices ?? [], pricing(variant.id, regions));
  return {
    plan: {
      ...emptyPlan,
      inserted: [variant],
      custom: customOf(variant.id, sent),
      values,
      prices: prices.saved,
    },
    combination: { title: variant.title, values, isChanged: true },
  };
}

function planUpdate(
  options: ProductOption[],
  current: VariantSnapshot,
  { sent, rank, regions }: { sent: SentVariant; rank: number; regions: RegionCurrencies },
): PlannedVariant {
  const { values: oldValues, prices: oldPrices, ...row } = current;
  const variant = { ...variantWithChanges(row, sent), variant_rank: rank };
  checkKnownOptions(options, sent.options ?? []);
  const values = withValues(oldValues, sent.options ?? [], { options, variantId: current.id });
  const prices = sent.prices
    ? replacedPrices(oldPrices, sent.prices, pricing(current.id, regions))
    : { saved: [], removed: [] };
  const changedValues = values.filter((value) => !oldValues.includes(value));
  return {
    plan: {
      ...emptyPlan,
      updated: [changedVariant(row, variant)],
      custom: customOf(current.id, sent),
      changes: [{ id: current.id, fields: Object.keys(sent).filter((name) => name !== "id") }],
      values: changedValues,
      prices: prices.saved,
      removedPrices: prices.removed,
    },
    combination: { title: variant.title, values, isChanged: changedValues.length > 0 },
  };
}

const customOf = (id: string, { custom_fields: fields }: SentVariant) => (fields ? [{ id, fields }] : []);

/** An unchanged value is the same object; a changed value is a new object with the same id. */
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

function withRequiredTitle(sent: SentVariant, index: number): NewVariant {
  if (!sent.title) throw invalid(`variants.${index}.title is required`);
  return { ...sent, title: sent.title };
}

function currentVariant(content: ProductContent, id: string): VariantSnapshot {
  const current = content.variants.find((variant) => variant.id === id);
  if (!current) throw variantNotFound(id);
  return current;
}

const combinationsOf = (planned: readonly PlannedVariant[]) => planned.map(({ combination }) => combination);

const mergedPlan = (planned: readonly PlannedVariant[]): VariantPlan => ({
  inserted: planned.flatMap(({ plan }) => plan.inserted),
  updated: planned.flatMap(({ plan }) => plan.updated),
  changes: planned.flatMap(({ plan }) => plan.changes),
  custom: planned.flatMap(({ plan }) => plan.custom),
  removed: [],
  values: planned.flatMap(({ plan }) => plan.values),
  prices: planned.flatMap(({ plan }) => plan.prices),
  removedPrices: planned.flatMap(({ plan }) => plan.removedPrices),
});
