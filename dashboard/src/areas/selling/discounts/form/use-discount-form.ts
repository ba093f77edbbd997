import { useTranslation } from "react-i18next";
import { type EditedForm, useEditForm } from "../../../../kit/form/use-edit-form.ts";
import type { Discount } from "../discount-queries.ts";
import type { DiscountValues } from "./discount-values.ts";

interface Options {
  values: DiscountValues;
  save(values: DiscountValues): Promise<Discount>;
  version?: { read: string; now(): Promise<string> };
  onSaved?(saved: Discount): unknown;
}

/** Sentences of the server that name their field in the middle. */
const FIELDS = [
  [/code/i, "code"],
  [/ends_at|starts_at/, "ends_at"],
  [/valid_duration/, "valid_duration"],
  [/value/i, "value"],
  [/region/i, "regions"],
] as const;

export function useDiscountForm({ values, save, version, onSaved }: Options): EditedForm<DiscountValues> {
  const { t } = useTranslation();
  const needed = (isThere: boolean) => (isThere ? null : t("form.required"));
  return useEditForm<DiscountValues, Discount>({
    values,
    save,
    refresh: ["discounts", "discount"],
    ...(version && { version }),
    ...(onSaved && { onSaved }),
    validate: {
      code: (code: string) => needed(code.trim() !== ""),
      value: (value: number | null, { type }: DiscountValues) =>
        needed(type === "free_shipping" || (value !== null && value > 0)),
      regions: (regions: string[]) => needed(regions.length > 0),
      conditions: (conditions: DiscountValues["conditions"]) =>
        conditions.every(({ ids }) => ids.length > 0) ? null : t("discounts.emptyCondition"),
    },
    fieldOf: (message) => FIELDS.find(([pattern]) => pattern.test(message))?.[1],
  });
}
