import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";

export interface ExamplePrice {
  key: string;
  name: string;
  currency: string;
  before: number;
  after: number;
}

/** A few prices before and after the change. */
export function ExamplePrices({ prices }: { prices: readonly ExamplePrice[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Table aria-label={t("percentage.examples")} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("percentage.variant")}</Table.Th>
          <Table.Th ta="right">{t("percentage.before")}</Table.Th>
          <Table.Th ta="right">{t("percentage.after")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {prices.map(({ key, name, currency, before, after }) => (
          <Table.Tr key={key}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="right">{format.money(before, currency)}</Table.Td>
            <Table.Td ta="right">{format.money(after, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
