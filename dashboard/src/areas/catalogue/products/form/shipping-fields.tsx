import { SimpleGrid } from "@mantine/core";
import { inCard } from "../../../../kit/form/described-fields.ts";
import { PRODUCT_FIELDS, VARIANT_FIELDS } from "../product-draft.ts";
import { type ProductField, ProductInputs } from "./product-inputs.tsx";

interface Props {
  of: "product" | "variant";
  values: object;
  onChange(changed: object): void;
}

const FIELDS: Record<Props["of"], readonly ProductField[]> = {
  product: PRODUCT_FIELDS,
  variant: VARIANT_FIELDS,
};

/** Measures and what customs want to know, of a product or a variant. */
export const ShippingFields = ({ of, ...form }: Props) => (
  <>
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <ProductInputs fields={inCard(FIELDS[of], "measures")} {...form} />
    </SimpleGrid>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <ProductInputs fields={inCard(FIELDS[of], "customs")} {...form} />
    </SimpleGrid>
  </>
);
