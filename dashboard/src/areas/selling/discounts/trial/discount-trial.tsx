import { ActionIcon, Alert, Button, Paper, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { VariantSelect } from "../../../../data/catalogue/variant-select.tsx";
import { findCustomers } from "../../../../data/people/people-choices.ts";
import { regionsQuery } from "../../../../data/shop/shop-queries.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { messageOf } from "../../../../kit/api/error-message.ts";
import { FoundMultiSelect } from "../../../../kit/inputs/found-multi-select.tsx";
import { NumberInput } from "../../../../kit/inputs/number-input.tsx";
import type { Discount } from "../discount-queries.ts";
import { optionsQuery, type Sample, trialQuery } from "./trial-queries.ts";
import { TrialTotals } from "./trial-totals.tsx";

/** What a sample cart costs without and with the discount. Nothing of it is saved. */
export function DiscountTrial({ discount }: { discount: Discount }) {
  const { t } = useTranslation();
  const [isOpen, { open }] = useDisclosure();
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {t("discounts.trial")}
        </Title>
        <Text c="dimmed">{t("discounts.trialText")}</Text>
        {isOpen ? <Trial discount={discount} /> : <Button onClick={open}>{t("discounts.tryIt")}</Button>}
      </Stack>
    </Paper>
  );
}

function Trial({ discount }: { discount: Discount }) {
  const { t } = useTranslation();
  const api = useApi();
  const [sample, setSample] = useState<Sample>({
    regionId: discount.regions[0]?.id ?? null,
    customerId: null,
    goods: [],
    optionId: null,
  });
  const [settled] = useDebouncedValue(sample, 300);
  const result = useQuery(trialQuery(api, discount, settled));
  return (
    <Stack>
      <SampleFields sample={sample} onChange={(changed) => setSample({ ...sample, ...changed })} />
      {result.error && (
        <Alert color="red" role="alert">
          {messageOf(result.error, t)}
        </Alert>
      )}
      {result.data && <TrialTotals result={result.data} />}
    </Stack>
  );
}

interface FieldsProps {
  sample: Sample;
  onChange(changed: Partial<Sample>): void;
}

function SampleFields({ sample, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const api = useApi();
  const regions = useQuery(regionsQuery(api)).data ?? [];
  const options = useQuery(optionsQuery(api, sample.regionId)).data ?? [];
  const others = (id: string) => sample.goods.filter((each) => each.id !== id);
  return (
    <>
      <Select
        label={t("discounts.region")}
        data={regions.map(({ id, name }) => ({ value: id, label: name }))}
        value={sample.regionId}
        onChange={(regionId) => onChange({ regionId, optionId: null })}
        allowDeselect={false}
      />
      <FoundMultiSelect
        label={t("discounts.customer")}
        placeholder={sample.customerId ? undefined : t("discounts.guest")}
        searchKey={["choices", "customers"]}
        find={(text) => findCustomers(api, text)}
        maxValues={1}
        value={sample.customerId ? [sample.customerId] : []}
        onChange={([customerId]) => onChange({ customerId: customerId ?? null })}
      />
      <VariantSelect
        label={t("discounts.goods")}
        context={{
          region_id: sample.regionId ?? undefined,
          customer_id: sample.customerId ?? undefined,
          currency_code: regions.find(({ id }) => id === sample.regionId)?.currency_code ?? "usd",
        }}
        onChoose={({ id, title }) => onChange({ goods: [...others(id), { id, title, quantity: 1 }] })}
      />
      <Quantities sample={sample} onChange={onChange} />
      <Select
        label={t("discounts.shipping")}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={sample.optionId}
        onChange={(optionId) => onChange({ optionId })}
        placeholder={t("discounts.noShipping")}
        clearable
      />
    </>
  );
}

function Quantities({ sample, onChange }: FieldsProps) {
  const { t } = useTranslation();
  if (sample.goods.length === 0) return null;
  const change = (id: string, quantity: number) =>
    onChange({ goods: sample.goods.map((each) => (each.id === id ? { ...each, quantity } : each)) });
  return (
    <Table withRowBorders={false}>
      <Table.Tbody>
        {sample.goods.map(({ id, title, quantity }) => (
          <Table.Tr key={id}>
            <Table.Td>{title}</Table.Td>
            <Table.Td w={100}>
              <NumberInput
                aria-label={t("discounts.quantityOf", { name: title })}
                min={1}
                max={9999}
                value={quantity}
                onChange={(typed) => change(id, Math.max(1, Number(typed) || 1))}
              />
            </Table.Td>
            <Table.Td w={40}>
              <ActionIcon
                variant="subtle"
                color="red.8"
                aria-label={t("discounts.remove", { name: title })}
                onClick={() => onChange({ goods: sample.goods.filter((each) => each.id !== id) })}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
