import { Fieldset, Group, Select, Stack, Switch, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { MomentInput } from "../../../../kit/inputs/date-inputs.tsx";
import { NumberInput } from "../../../../kit/inputs/number-input.tsx";
import { type DiscountValues, DURATION_UNITS, type DurationUnit } from "./discount-values.ts";

interface Props {
  form: UseFormReturnType<DiscountValues>;
  isNew: boolean;
}

/** When it can be used, and how often. */
export function TermsFields({ form, isNew }: Props) {
  const { t } = useTranslation();
  return (
    <Fieldset legend={t("discounts.terms")}>
      <Stack>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <MomentInput
            label={t("discounts.starts")}
            placeholder={isNew ? t("discounts.startsNow") : undefined}
            clearable={isNew}
            miw={200}
            {...form.getInputProps("starts_at")}
          />
          <MomentInput
            label={t("discounts.ends")}
            placeholder={t("discounts.noEnd")}
            clearable
            miw={200}
            {...form.getInputProps("ends_at")}
          />
        </Group>
        <NumberInput
          label={t("discounts.limit")}
          description={t("discounts.limitHint")}
          placeholder={t("discounts.noLimit")}
          min={1}
          value={form.values.usage_limit ?? ""}
          onChange={(typed) => form.setFieldValue("usage_limit", typed === "" ? null : Number(typed))}
          error={form.errors["usage_limit"]}
        />
        <Switch
          label={t("discounts.dynamic")}
          description={t("discounts.dynamicHint")}
          disabled={!isNew}
          checked={form.values.is_dynamic}
          onChange={({ currentTarget }) => form.setFieldValue("is_dynamic", currentTarget.checked)}
        />
        {form.values.is_dynamic && <DurationFields form={form} />}
      </Stack>
    </Fieldset>
  );
}

function DurationFields({ form }: Pick<Props, "form">) {
  const { t } = useTranslation();
  const { duration } = form.values;
  const change = (changed: Partial<typeof duration>) =>
    form.setFieldValue("duration", { ...duration, ...changed, stored: null });
  return (
    <>
      <Group align="flex-end">
        <NumberInput
          label={t("discounts.duration")}
          placeholder={t("discounts.noEnd")}
          min={1}
          max={999}
          value={duration.count ?? ""}
          onChange={(typed) => change({ count: typed === "" ? null : Number(typed) })}
          error={form.errors["valid_duration"]}
        />
        <Select
          aria-label={t("discounts.durationUnit")}
          data={DURATION_UNITS.map((value) => ({ value, label: t(`discounts.units.${value}`) }))}
          value={duration.unit}
          onChange={(unit) => change({ unit: unit as DurationUnit })}
          allowDeselect={false}
        />
      </Group>
      {duration.stored && <Text size="sm">{t("discounts.storedDuration", { text: duration.stored })}</Text>}
    </>
  );
}
