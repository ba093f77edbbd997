import { duplicate, invalid, notFound } from "../../../kernel/refusal.ts";
import type { SentOption } from "./variant.ts";

/** In what the variants of a product differ, e.g. its size. */
export interface ProductOption {
  id: string;
  title: string;
}

/** What a variant is in one of the options, e.g. large. */
export interface OptionValue {
  id: string;
  option_id: string;
  variant_id: string;
  value: string;
}

/** A variant as far as its place among the others is concerned. */
export interface Placed {
  title: string;
  values: readonly OptionValue[];
  /** New, or with other values than before. */
  isMoved?: boolean;
}

/** What variants that were there before the option get for it. */
export const DEFAULT_VALUE = "Default Value";

const sameTitle = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Two options of one name could not be told apart. */
export function checkOptionTitle(others: readonly ProductOption[], title: string): void {
  if (others.some((option) => sameTitle(option.title, title))) {
    throw duplicate(`An option with the title: ${title} already exists`);
  }
}

export function checkOptionTitles(titles: readonly string[]): void {
  const seen: ProductOption[] = [];
  for (const title of titles) {
    checkOptionTitle(seen, title);
    seen.push({ id: title, title });
  }
}

/** A new variant says what it is in each of the options, once. */
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

/** Values that change must be of options that the product has, each of them once. */
export function checkKnownOptions(options: readonly ProductOption[], sent: readonly SentOption[]): void {
  const named = new Set<string>();
  for (const { option_id } of sent) {
    if (!options.some(({ id }) => id === option_id)) throw notFound("Option", option_id);
    if (named.has(option_id)) throw invalid(`options names the option ${option_id} more than once`);
    named.add(option_id);
  }
}

/** The values in the order of the options: equal for variants that customers could not tell apart. */
const combinationOf = (options: readonly ProductOption[], values: readonly SentOption[]): string =>
  JSON.stringify(options.map(({ id }) => values.find((value) => value.option_id === id)?.value ?? null));

/** No variant may become the same as another one; what was the same before is left alone. */
export function checkDistinct(options: readonly ProductOption[], variants: readonly Placed[]): void {
  const byCombination = new Map<string, Placed[]>();
  for (const variant of variants) {
    const combination = combinationOf(options, variant.values);
    byCombination.set(combination, [...(byCombination.get(combination) ?? []), variant]);
  }
  for (const same of byCombination.values()) {
    if (same.length < 2 || !same.some(({ isMoved }) => isMoved)) continue;
    const { title } = same.find(({ isMoved }) => !isMoved) ?? same[0]!;
    throw invalid(`Variant with title ${title} with provided options already exists`);
  }
}

/** Without the option there must be no two variants that are the same. */
export function checkRemovable(optionId: string, variants: readonly Placed[]): void {
  const values = new Set(
    variants.map((each) => each.values.find((value) => value.option_id === optionId)?.value),
  );
  if (values.size > 1) {
    throw invalid(
      "To delete an option, first delete all variants, such that when an option is deleted, no duplicate variants will exist.",
    );
  }
}
