import { duplicate, invalid, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { SentOption } from "./variant.ts";

/** A property in which the variants of a product differ, for example the size. */
export interface ProductOption {
  id: string;
  title: string;
}

/** The value of a variant for an option, for example large. */
export interface OptionValue {
  id: string;
  option_id: string;
  variant_id: string;
  value: string;
}

/** The option values of a variant, to be compared with those of the other variants. */
export interface VariantCombination {
  title: string;
  values: readonly OptionValue[];
  /** The variant is new or its values change. */
  isChanged?: boolean;
}

/** The value of existing variants for a new option. */
export const DEFAULT_VALUE = "Default Value";

const sameTitle = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const hasTitle = (options: readonly ProductOption[], title: string) =>
  options.some((option) => sameTitle(option.title, title));

const takenTitle = (title: string) => `An option with the title: ${title} already exists`;

export function checkOptionTitle(others: readonly ProductOption[], title: string): void {
  if (hasTitle(others, title)) throw duplicate(takenTitle(title));
}

/** v1 answers 404 here, where it answers 422 to a new option. */
export function checkRenamedOption(others: readonly ProductOption[], title: string): void {
  if (hasTitle(others, title)) throw new Refusal("not_found", takenTitle(title));
}

export function checkOptionTitles(titles: readonly string[]): void {
  const seen: ProductOption[] = [];
  for (const title of titles) {
    checkOptionTitle(seen, title);
    seen.push({ id: title, title });
  }
}

/** A new variant must have exactly one value for each option. */
export function checkOptionValues(options: readonly ProductOption[], sent: readonly SentOption[]): void {
  if (options.length !== sent.length) {
    throw invalid(
      `Product options length does not match variant options length. Product has ${options.length} and variant has ${sent.length}.`,
    );
  }
  for (const { id, title } of options) {
    if (!sent.some((value) => value.option_id === id)) {
      throw invalid(`Variant options do not contain value for ${title}`);
    }
  }
}

/** Changed values must belong to options of the product, at most one value for each option. */
export function checkKnownOptions(options: readonly ProductOption[], sent: readonly SentOption[]): void {
  const seen = new Set<string>();
  for (const { option_id } of sent) {
    if (!options.some(({ id }) => id === option_id)) throw notFound("Option", option_id);
    if (seen.has(option_id)) throw invalid(`options names the option ${option_id} more than once`);
    seen.add(option_id);
  }
}

/** The values in the order of the options; equal for variants with the same values. */
const combinationOf = (options: readonly ProductOption[], values: readonly SentOption[]): string =>
  JSON.stringify(options.map(({ id }) => values.find((value) => value.option_id === id)?.value ?? null));

/** Refuses a change that makes two variants equal. Variants that were equal before are accepted. */
export function checkDistinctVariants(
  options: readonly ProductOption[],
  variants: readonly VariantCombination[],
): void {
  const byCombination = new Map<string, VariantCombination[]>();
  for (const variant of variants) {
    const combination = combinationOf(options, variant.values);
    byCombination.set(combination, [...(byCombination.get(combination) ?? []), variant]);
  }
  for (const same of byCombination.values()) {
    if (same.length < 2 || !same.some(({ isChanged }) => isChanged)) continue;
    const { title } = same.find(({ isChanged }) => !isChanged) ?? same[0]!;
    throw invalid(`Variant with title ${title} with provided options already exists`);
  }
}

/** Refuses the deletion of an option if two variants would become equal. */
export function checkOptionRemovable(optionId: string, variants: readonly VariantCombination[]): void {
  const values = new Set(
    variants.map((each) => each.values.find((value) => value.option_id === optionId)?.value),
  );
  if (values.size > 1) {
    throw invalid(
      "To delete an option, first delete all variants, such that when an option is deleted, no duplicate variants will exist.",
    );
  }
}
