import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { DescribedInputs } from "../../../../kit/inputs/described-inputs.tsx";
import type { PRODUCT_FIELDS, VARIANT_FIELDS } from "../product-draft.ts";

export type ProductField = (typeof PRODUCT_FIELDS | typeof VARIANT_FIELDS)[number];
type Props = Omit<ComponentProps<typeof DescribedInputs<ProductField>>, "label" | "choiceText">;

/** Inputs for described fields of a product or a variant. A field or a choice without a text is a compile error. */
export function ProductInputs(props: Props) {
  const { t } = useTranslation();
  return (
    <DescribedInputs<ProductField>
      {...props}
      label={({ name }) => t(`product.fields.${name}`)}
      choiceText={(field, value) => {
        if (field.kind !== "choice") return value;
        return t(`product.choices.${field.name}.${value as (typeof field)["values"][number]}`);
      }}
    />
  );
}
