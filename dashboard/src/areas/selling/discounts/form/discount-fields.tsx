import {
  Fieldset,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFields } from "../../../../data/platform/custom-fields/field-inputs-part.tsx";
import { regionsQuery } from "../../../../data/shop/shop-queries.ts";
import { useApi } from "../../../../kit/api/api.ts";
import type { Choice } from "../../../../kit/inputs/countries.ts";
import { MoneyInput } from "../../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../../kit/inputs/number-input.tsx";
import { useIsPhone } from "../../../../kit/page/use-is-phone.ts";
import { DISCOUNT_TYPES, type DiscountType } from "../list/discount-search.ts";
import { ConditionFields } from "./condition-fields.tsx";
import type { DiscountValues } from "./discount-values.ts";
import { TermsFields } from "./terms-fields.tsx";

interface Props {
  form: UseFormReturnType<DiscountValues>;
  /** The type and whether it is dynamic cannot be changed afterwards. */
  isNew: boolean;
  /** The names of what the conditions are about. */
  names?: readonly Choice[];
}

export function DiscountFields({ form, isNew, names = [] }: Props) {
  const { t } = useTranslation();
  return (
    <Stack>
      <TextInput
        label={t("discounts.code")}
        description={t("discounts.codeHint")}
        required
        autoFocus={isNew}
        {...form.getInputProps("code")}
      />
      <Textarea
        label={t("discounts.description")}
        description={t("discounts.descriptionHint")}
        autosize
        {...form.getInputProps("description")}
      />
      <WorthFields form={form} isNew={isNew} />
      <TermsFields form={form} isNew={isNew} />
      <Fieldset legend={t("discounts.conditions")}>
        <ConditionFields
          conditions={form.values.conditions}
          names={names}
          onChange={(conditions) => form.setFieldValue("conditions", conditions)}
          error={form.errors["conditions"]}
        />
      </Fieldset>
      <FormFields entity="discount" form={form} />
    </Stack>
  );
}

/** What is taken off, and where. A fixed amount has one currency: that of its region. */
function WorthFields({ form, isNew }: Props) {
  const { t } = useTranslation();
  const regions = useQuery(regionsQuery(useApi())).data ?? [];
  const { type } = form.values;
  const isPhone = useIsPhone();
  const choices = regions.map(({ id, name, currency_code }) => ({
    value: id,
    label: `${name} (${currency_code.toUpperCase()})`,
  }));
  return (
    <Fieldset legend={t("discounts.worth")}>
      <Stack>
        {isNew ? (
          <SegmentedControl
            aria-label={t("discounts.type")}
            orientation={isPhone ? "vertical" : "horizontal"}
            data={DISCOUNT_TYPES.map((value) => ({ value, label: t(`discounts.types.${value}`) }))}
            value={type}
            onChange={(value) => {
              form.setFieldValue("type", value as DiscountType);
              if (value === "fixed") form.setFieldValue("regions", form.values.regions.slice(0, 1));
            }}
          />
        ) : (
          <Text>{t(`discounts.types.${type}`)}</Text>
        )}
        {type === "percentage" && <PercentField form={form} />}
        {type === "fixed" ? (
          <Select
            label={t("discounts.region")}
            data={choices}
            required
            value={form.values.regions[0] ?? null}
            onChange={(region) => form.setFieldValue("regions", region ? [region] : [])}
            error={form.errors["regions"]}
          />
        ) : (
          <MultiSelect
            label={t("discounts.regions")}
            data={choices}
            required
            searchable
            {...form.getInputProps("regions")}
          />
        )}
        {type === "fixed" && (
          <AmountFields
            form={form}
            currency={regions.find(({ id }) => id === form.values.regions[0])?.currency_code}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

/** Above the regions: their list stays open, and would cover it. */
function PercentField({ form }: Pick<Props, "form">) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t("discounts.percent")}
      required
      min={0}
      max={100}
      unit="%"
      value={form.values.value ?? ""}
      onChange={(typed) => form.setFieldValue("value", typed === "" ? null : Number(typed))}
      error={form.errors["value"]}
    />
  );
}

function AmountFields({ form, currency }: Pick<Props, "form"> & { currency: string | undefined }) {
  const { t } = useTranslation();
  const { value, allocation } = form.values;
  return (
    <>
      <MoneyInput
        label={t("discounts.amount")}
        required
        currency={currency ?? "usd"}
        disabled={currency === undefined}
        description={currency === undefined ? t("discounts.regionFirst") : undefined}
        value={value}
        onChange={(amount) => form.setFieldValue("value", amount)}
        error={form.errors["value"]}
      />
      <Switch
        label={t("discounts.eachItem")}
        description={t("discounts.eachItemHint")}
        checked={allocation === "item"}
        onChange={({ currentTarget }) =>
          form.setFieldValue("allocation", currentTarget.checked ? "item" : "total")
        }
      />
    </>
  );
}
