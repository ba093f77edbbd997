import { Checkbox, Group, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../kit/page/section-card.tsx";
import type { ProductDraft } from "../product-draft.ts";

export interface CardProps {
  draft: ProductDraft;
  onChange(changed: Partial<ProductDraft>): void;
}

interface Props extends CardProps {
  isNew: boolean;
  /** What is wrong with the title, once the user tried to save. */
  titleError: string | null;
}

export function BasicsCard({ isNew, draft, onChange, titleError }: Props) {
  const { t } = useTranslation();
  const text = (name: "title" | "subtitle" | "handle" | "description") => ({
    label: t(`product.fields.${name}`),
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <Card title={t("product.basics")}>
      <TextInput {...text("title")} required error={titleError} maxLength={500} autoFocus={isNew} />
      <TextInput {...text("subtitle")} maxLength={1_000} />
      <Textarea {...text("description")} autosize minRows={4} maxRows={14} />
      <Group align="flex-end">
        <TextInput
          {...text("handle")}
          description={t("product.handleHint")}
          maxLength={500}
          flex={1}
          miw={220}
        />
        <Checkbox
          label={t("product.fields.discountable")}
          checked={draft.discountable}
          onChange={({ currentTarget }) => onChange({ discountable: currentTarget.checked })}
          mb={8}
        />
      </Group>
    </Card>
  );
}
