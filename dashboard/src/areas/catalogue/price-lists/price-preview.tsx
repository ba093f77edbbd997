import { ActionIcon, Alert, Paper, Select, Stack, Table, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { VariantSelect } from "../../../data/catalogue/variant-select.tsx";
import { findCustomers } from "../../../data/people/people-choices.ts";
import { regionsQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { type Preview, type PreviewFor, type PriceList, previewQuery } from "./price-list-queries.ts";

/** What a customer would pay, also while the list is a draft or has not begun. */
export function PricePreview({ list }: { list: PriceList }) {
  const { t } = useTranslation();
  const api = useApi();
  const regions = useQuery(regionsQuery(api)).data ?? [];
  const [shown, setShown] = useState<PreviewFor>({
    regionId: null,
    customerId: null,
    quantity: 1,
    variantIds: [],
  });
  const change = (changed: Partial<PreviewFor>) => setShown((known) => ({ ...known, ...changed }));
  const region = regions.find(({ id }) => id === shown.regionId) ?? regions[0];
  const asked = { ...shown, regionId: region?.id ?? null };
  const { data, error } = useQuery(previewQuery(api, list.id, asked));
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {t("priceLists.preview")}
        </Title>
        <Text c="dimmed">{t("priceLists.previewText")}</Text>
        <Select
          label={t("priceLists.region")}
          data={regions.map(({ id, name }) => ({ value: id, label: name }))}
          value={region?.id ?? null}
          onChange={(regionId) => change({ regionId })}
          allowDeselect={false}
        />
        <FoundMultiSelect
          label={t("priceLists.customer")}
          placeholder={shown.customerId ? undefined : t("priceLists.anybody")}
          searchKey={["choices", "customers"]}
          find={(text) => findCustomers(api, text)}
          maxValues={1}
          value={shown.customerId ? [shown.customerId] : []}
          onChange={([customerId]) => change({ customerId: customerId ?? null })}
        />
        <NumberInput
          label={t("priceLists.quantity")}
          min={1}
          max={99_999}
          value={shown.quantity}
          onChange={(typed) => change({ quantity: Math.max(1, Number(typed) || 1) })}
        />
        <VariantSelect
          label={t("priceLists.goods")}
          context={{ region_id: region?.id, currency_code: region?.currency_code ?? "usd" }}
          onChoose={({ id }) => change({ variantIds: [...new Set([...shown.variantIds, id])] })}
        />
        {error && (
          <Alert color="red" role="alert">
            {messageOf(error, t)}
          </Alert>
        )}
        {data && shown.variantIds.length > 0 && (
          <Prices
            preview={data}
            onRemove={(id) => change({ variantIds: shown.variantIds.filter((each) => each !== id) })}
          />
        )}
      </Stack>
    </Paper>
  );
}

function Prices({ preview, onRemove }: { preview: Preview; onRemove(id: string): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null, includesTax: boolean | null) =>
    `${format.money(amount, preview.currency_code)}${includesTax ? ` ${t("priceLists.withTax")}` : ""}`;
  return (
    <Table.ScrollContainer minWidth={340} type="native">
      <Table aria-label={t("priceLists.preview")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("priceLists.variant")}</Table.Th>
            <Table.Th className="number">{t("priceLists.without")}</Table.Th>
            <Table.Th className="number">{t("priceLists.pays")}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.prices.map((price) => (
            <Table.Tr key={price.variant_id}>
              <Table.Td>
                {price.product_title}, {price.title}
              </Table.Td>
              <Table.Td className="number">{money(price.regular_price, price.regular_includes_tax)}</Table.Td>
              <Table.Td className="number" fw={700}>
                {money(price.price, price.includes_tax)}
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="red.8"
                  aria-label={t("priceLists.remove", { name: price.title })}
                  onClick={() => onRemove(price.variant_id)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
