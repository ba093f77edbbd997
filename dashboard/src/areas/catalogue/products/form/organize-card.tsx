import { Autocomplete, MultiSelect, Select, TagsInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { inCard } from "../../../../kit/form/described-fields.ts";
import { Card } from "../../../../kit/page/section-card.tsx";
import { useLabels } from "../../use-labels.ts";
import { PRODUCT_FIELDS } from "../product-draft.ts";
import type { CardProps } from "./basics-card.tsx";
import { ProductInputs } from "./product-inputs.tsx";

/** Where the product is found: status, collection, categories, tags, type, channels. */
export function OrganizeCard({ draft, onChange }: CardProps) {
  const { t } = useTranslation();
  const may = useMay();
  const labels = useLabels();
  const nothing = { nothingFoundMessage: t("find.nothing") };
  return (
    <Card title={t("product.organize")}>
      <ProductInputs fields={inCard(PRODUCT_FIELDS, "organize")} values={draft} onChange={onChange} />
      <Select
        label={t("product.fields.collection_id")}
        data={labels.collection_id}
        value={draft.collection_id}
        onChange={(collection_id) => onChange({ collection_id })}
        searchable
        clearable
        {...nothing}
      />
      <MultiSelect
        label={t("product.fields.categories")}
        data={labels.category_id}
        value={draft.categories}
        onChange={(categories) => onChange({ categories: categories.toSorted() })}
        searchable
        clearable
        {...nothing}
      />
      <Autocomplete
        label={t("product.fields.type")}
        data={[...new Set(labels.type_id.map(({ label }) => label))]}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
      <TagsInput
        label={t("product.fields.tags")}
        description={t("product.tagsHint")}
        data={[...new Set(labels.tags.map(({ label }) => label))]}
        value={draft.tags}
        onChange={(tags) => onChange({ tags: tags.toSorted() })}
        clearable
      />
      {may("settings:read") && (
        <MultiSelect
          label={t("product.fields.sales_channels")}
          data={labels.sales_channel_id}
          value={draft.sales_channels}
          onChange={(channels) => onChange({ sales_channels: channels.toSorted() })}
          searchable
          clearable
          {...nothing}
        />
      )}
    </Card>
  );
}
