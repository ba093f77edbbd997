import { Group, SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { findGroups } from "../../../data/people/people-choices.ts";
import { useApi } from "../../../kit/api/api.ts";
import { MomentInput } from "../../../kit/inputs/date-inputs.tsx";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { fromLocalTime, toLocalTime } from "../../../kit/inputs/moments.ts";
import type { PriceList } from "./price-list-queries.ts";
import { PRICE_LIST_TYPES } from "./price-list-search.ts";

export interface PriceListValues extends Record<string, unknown> {
  name: string;
  description: string;
  type: PriceList["type"];
  isActive: boolean;
  starts_at: string | null;
  ends_at: string | null;
  groups: string[];
}

export const newPriceList: PriceListValues = {
  name: "",
  description: "",
  type: "sale",
  isActive: false,
  starts_at: null,
  ends_at: null,
  groups: [],
};

export const valuesOf = (list: PriceList): PriceListValues => ({
  name: list.name,
  description: list.description,
  type: list.type,
  isActive: list.status === "active",
  starts_at: toLocalTime(list.starts_at),
  ends_at: toLocalTime(list.ends_at),
  groups: list.customer_groups.map(({ id }) => id),
});

export const bodyOf = ({ isActive, starts_at, ends_at, groups, ...values }: PriceListValues) => ({
  name: values.name,
  description: values.description,
  type: values.type,
  status: isActive ? ("active" as const) : ("draft" as const),
  starts_at: fromLocalTime(starts_at),
  ends_at: fromLocalTime(ends_at),
  customer_groups: groups.map((id) => ({ id })),
});

interface Props {
  form: UseFormReturnType<PriceListValues>;
  groups: PriceList["customer_groups"];
}

export function PriceListFields({ form, groups }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { type } = form.values;
  return (
    <Stack>
      <TextInput label={t("priceLists.name")} required {...form.getInputProps("name")} />
      <Textarea label={t("priceLists.description")} autosize {...form.getInputProps("description")} />
      <div>
        <SegmentedControl
          aria-label={t("priceLists.type")}
          data={PRICE_LIST_TYPES.map((value) => ({ value, label: t(`priceLists.types.${value}`) }))}
          {...form.getInputProps("type")}
        />
        <Text size="sm" c="dimmed">
          {t(`priceLists.typeHints.${type}`)}
        </Text>
      </div>
      <Switch
        label={t("priceLists.isActive")}
        description={t("priceLists.isActiveHint")}
        {...form.getInputProps("isActive", { type: "checkbox" })}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <MomentInput
          label={t("priceLists.starts")}
          placeholder={t("priceLists.startsNow")}
          clearable
          miw={200}
          {...form.getInputProps("starts_at")}
        />
        <MomentInput
          label={t("priceLists.ends")}
          placeholder={t("priceLists.noEnd")}
          clearable
          miw={200}
          {...form.getInputProps("ends_at")}
        />
      </Group>
      <FoundMultiSelect
        label={t("priceLists.groups")}
        description={t("priceLists.groupsHint")}
        placeholder={form.values.groups.length > 0 ? undefined : t("priceLists.everybody")}
        searchKey={["choices", "customer_groups"]}
        find={(text) => findGroups(api, text)}
        known={groups.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("groups")}
      />
    </Stack>
  );
}
