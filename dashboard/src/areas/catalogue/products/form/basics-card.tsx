import { useTranslation } from "react-i18next";
import { inCard } from "../../../../kit/form/described-fields.ts";
import { Card } from "../../../../kit/page/section-card.tsx";
import { PRODUCT_FIELDS, type ProductDraft } from "../product-draft.ts";
import { DescriptionField } from "./description-field.tsx";
import { ProductInputs } from "./product-inputs.tsx";

export interface CardProps {
  draft: ProductDraft;
  onChange(changed: Partial<ProductDraft>): void;
}

interface Props extends CardProps {
  /** Undefined for a new product: see ProductForm. */
  version: number | undefined;
  /** What is wrong with the title, once the user tried to save. */
  titleError: string | null;
}

export function BasicsCard({ version, draft, onChange, titleError }: Props) {
  const { t } = useTranslation();
  return (
    <Card title={t("product.basics")}>
      <ProductInputs
        fields={inCard(PRODUCT_FIELDS, "basics")}
        values={draft}
        onChange={onChange}
        more={{
          title: { error: titleError, autoFocus: version === undefined },
          handle: { description: t("product.handleHint") },
        }}
      />
      <DescriptionField
        key={version}
        value={draft.rich_description}
        onChange={(rich_description) => onChange({ rich_description })}
      />
    </Card>
  );
}
