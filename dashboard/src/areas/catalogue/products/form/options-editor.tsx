import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newKey, type ProductDraft } from "../product-draft.ts";
import type { CardProps } from "./basics-card.tsx";
import { missingCombinations, valuesInUse, withCombinations } from "./combinations.ts";

/** In what the variants differ, and the variants of all combinations. */
export function OptionsEditor({ draft, onChange }: CardProps) {
  const { t } = useTranslation();
  const [newest, setNewest] = useState<string | null>(null);
  const [added, setAdded] = useState<Record<string, string[]>>({});
  const used = valuesInUse(draft);
  const missing = missingCombinations(draft, added);
  const rename = (key: string, title: string) =>
    onChange({ options: { ...draft.options, [key]: { title } } });
  const generate = () => {
    onChange({ variants: withCombinations(draft, missing).variants });
    setAdded({});
  };
  return (
    <Stack gap="sm">
      {Object.entries(draft.options).map(([key, { title }]) => (
        <Group key={key} align="flex-end" gap="xs">
          <TextInput
            label={t("product.option")}
            placeholder={t("product.optionHint")}
            value={title}
            onChange={({ currentTarget }) => rename(key, currentTarget.value)}
            w={{ base: "100%", sm: 160 }}
            error={key !== newest && title.trim() === "" && t("form.required")}
            onBlur={() => setNewest(null)}
            ref={key === newest ? focus : undefined}
          />
          <TagsInput
            label={t("product.newValues", { option: title || "…" })}
            description={used[key]?.length ? used[key].join(", ") : t("product.noValues")}
            value={added[key] ?? []}
            onChange={(values) => setAdded({ ...added, [key]: values })}
            splitChars={[",", ";"]}
            flex={1}
            miw={180}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t("product.removeOption", { option: title })}
            onClick={() => onChange(withoutOption(draft, key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            const key = newKey();
            setNewest(key);
            onChange({ options: { ...draft.options, [key]: { title: "" } } });
          }}
        >
          {t("product.addOption")}
        </Button>
        <Button variant="light" size="compact-md" disabled={missing.length === 0} onClick={generate}>
          {t("product.generate", { count: missing.length })}
        </Button>
      </Group>
      {Object.keys(draft.options).length === 0 && (
        <Text size="sm" c="dimmed">
          {t("product.noOptions")}
        </Text>
      )}
    </Stack>
  );
}

/** One adds an option to name it. */
const focus = (input: HTMLInputElement | null) => input?.focus();

function withoutOption(draft: ProductDraft, key: string): Partial<ProductDraft> {
  const { [key]: _, ...options } = draft.options;
  const variants = Object.entries(draft.variants).map(([id, variant]) => {
    const { [key]: _value, ...values } = variant.options;
    return [id, { ...variant, options: values }];
  });
  return { options, variants: Object.fromEntries(variants) };
}
