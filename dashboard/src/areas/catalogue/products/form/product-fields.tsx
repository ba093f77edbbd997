import { useTranslation } from "react-i18next";
import { FieldInputs } from "../../../../data/platform/custom-fields/field-inputs-part.tsx";
import { Card } from "../../../../kit/page/section-card.tsx";
import type { ProductDraft } from "../product-draft.ts";
import { refusedFieldOf } from "../save-product.ts";
import { useShopFields } from "../use-shop-fields.ts";

interface Props {
  draft: ProductDraft;
  update(change: (draft: ProductDraft) => ProductDraft): void;
  error: unknown;
}

/** The fields that the shop has declared for products. */
export function ProductFields({ draft, update, error }: Props) {
  const { t } = useTranslation();
  const { product: fields } = useShopFields();
  if (fields.length === 0) return null;
  return (
    <Card title={t("customFields.title")}>
      <FieldInputs
        fields={fields}
        values={draft.custom_fields}
        errorOf={refusedFieldOf(error)}
        onChange={(name, value) =>
          update((known) => ({ ...known, custom_fields: { ...known.custom_fields, [name]: value } }))
        }
      />
    </Card>
  );
}
