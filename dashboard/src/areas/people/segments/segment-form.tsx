import { Group, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nameOf } from "../../../data/people/customer-name.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { SegmentChoices } from "./segment-choices.tsx";
import { rulesOf, type Segment, type SegmentEdit, valuesOf } from "./segment-values.ts";

interface Props {
  segment: Segment | null;
  currencies: readonly string[];
}

/** A new segment, or the rules of an old one. All rules have to be met. */
export function SegmentForm({ segment, currencies }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: valuesOf(segment, currencies[0] ?? "eur"),
    validate: {
      name: (name) => (name.trim() === "" ? t("form.required") : null),
      lastOrderDays: (days, { lastOrder }) => (lastOrder && days === "" ? t("form.required") : null),
      signedUpDays: (days, { signedUp }) => (signedUp && days === "" ? t("form.required") : null),
    },
    refresh: ["segments", "customer-groups", "customers", "customer"],
    saved: t("segments.saved"),
    save(values) {
      const body = { name: values.name.trim(), rules: rulesOf(values) };
      return segment
        ? api.POST("/admin/segments/{id}", { params: { path: { id: segment.id } }, body })
        : api.POST("/admin/segments", { body });
    },
    fieldOf: (message) => (message.includes("name") ? "name" : undefined),
  });
  return (
    <EditForm edit={edit}>
      <TextInput label={t("segments.name")} data-autofocus {...edit.form.getInputProps("name")} />
      <Bought edit={edit} currencies={currencies} />
      <SegmentChoices edit={edit} />
      <Matching edit={edit} />
    </EditForm>
  );
}

function Bought({ edit, currencies }: { edit: SegmentEdit; currencies: readonly string[] }) {
  const { t } = useTranslation();
  const { form } = edit;
  const { currency } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <MoneyInput
        label={t("segments.spentFrom")}
        currency={currency}
        value={form.values.spentFrom}
        onChange={(amount) => form.setFieldValue("spentFrom", amount)}
      />
      <MoneyInput
        label={t("segments.spentTo")}
        currency={currency}
        value={form.values.spentTo}
        onChange={(amount) => form.setFieldValue("spentTo", amount)}
      />
      {currencies.length > 1 && (
        <Select
          label={t("segments.currency")}
          data={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          allowDeselect={false}
          {...form.getInputProps("currency")}
        />
      )}
      <Days edit={edit} name="lastOrder" />
      <NumberInput label={t("segments.ordersFrom")} min={0} {...form.getInputProps("ordersFrom")} />
      <NumberInput label={t("segments.ordersTo")} min={0} {...form.getInputProps("ordersTo")} />
      <Days edit={edit} name="signedUp" />
    </SimpleGrid>
  );
}

/** When something was: in the last days, or longer ago. */
function Days({ edit: { form }, name }: { edit: SegmentEdit; name: "lastOrder" | "signedUp" }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Select
        label={t(`segments.${name}`)}
        placeholder={t("segments.any")}
        data={(["within_days", "before_days"] as const).map((value) => ({
          value,
          label: t(`segments.${value}`),
        }))}
        clearable
        flex={1}
        value={form.values[name] || null}
        onChange={(value) => form.setFieldValue(name, (value ?? "") as never)}
      />
      <NumberInput
        label={t("segments.days")}
        min={1}
        max={36_500}
        disabled={form.values[name] === ""}
        w={90}
        {...form.getInputProps(`${name}Days`)}
      />
    </Group>
  );
}

/** How many customers the rules have now, while they are typed. */
function Matching({ edit }: { edit: SegmentEdit }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const [rules] = useDebouncedValue(JSON.stringify(rulesOf(edit.form.values)), 300);
  const { data, error } = useQuery({
    queryKey: ["segments", "preview", rules],
    enabled: rules !== "{}",
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () =>
      (await api.POST("/admin/segments/preview", { body: { rules: JSON.parse(rules) } })).data!,
  });
  if (rules === "{}") return <Text c="dimmed">{t("segments.noRules")}</Text>;
  if (!data || error) return null;
  const MOST_COUNTED = 10_000;
  const count =
    data.count > MOST_COUNTED
      ? t("segments.matchMany", { count: format.number(MOST_COUNTED) })
      : t("segments.match", { count: data.count });
  return (
    <Text role="status">
      {[count, data.customers.map((each) => nameOf(each)).join(", ")].filter(Boolean).join(": ")}
    </Text>
  );
}
