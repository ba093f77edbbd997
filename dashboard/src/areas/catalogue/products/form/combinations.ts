import { emptyVariant, newKey, type ProductDraft, type VariantDraft } from "../product-draft.ts";

type Values = Record<string, string[]>;

/** The values that variants have for each option, in the order in which they appear. */
export function valuesInUse({ options, variants }: ProductDraft): Values {
  const all = Object.values(variants);
  return Object.fromEntries(
    Object.keys(options).map((option) => [
      option,
      [...new Set(all.flatMap((variant) => variant.options[option] || []))],
    ]),
  );
}

const combinationsOf = (
  values: readonly (readonly [string, readonly string[]])[],
): Record<string, string>[] =>
  values.reduce<Record<string, string>[]>(
    (all, [option, each]) => all.flatMap((known) => each.map((value) => ({ ...known, [option]: value }))),
    [{}],
  );

const isComplete = ({ options }: VariantDraft, keys: readonly string[]) => keys.every((key) => options[key]);

const sameValues = (one: Record<string, string>, other: Record<string, string>, keys: readonly string[]) =>
  keys.every((key) => one[key] === other[key]);

/** The combinations of all values that no variant has. Options without a value do not count. */
export function missingCombinations(draft: ProductDraft, added: Values): Record<string, string>[] {
  const used = valuesInUse(draft);
  const values = Object.keys(draft.options)
    .map((key) => [key, [...new Set([...(used[key] ?? []), ...(added[key] ?? [])])]] as const)
    .filter(([, each]) => each.length > 0);
  if (values.length < Object.keys(draft.options).length || values.length === 0) return [];
  const keys = values.map(([key]) => key);
  return combinationsOf(values).filter(
    (wanted) => !Object.values(draft.variants).some(({ options }) => sameValues(options, wanted, keys)),
  );
}

/** A variant for each combination. It is like the first one, whose prices are often the same; variants without values go. */
export function withCombinations(
  draft: ProductDraft,
  combinations: readonly Record<string, string>[],
): ProductDraft {
  const keys = Object.keys(draft.options);
  const kept = Object.entries(draft.variants).filter(([, variant]) => isComplete(variant, keys));
  const [model = emptyVariant("", [])] = Object.values(draft.variants);
  const added = combinations.map((options) => {
    const title = keys.map((key) => options[key]).join(" / ");
    const codes = { sku: "", barcode: "", ean: "", upc: "" };
    return [newKey(), { ...model, ...codes, title, options, inventory_quantity: 0, metadata: {} }] as const;
  });
  return { ...draft, variants: Object.fromEntries([...kept, ...added]) };
}
