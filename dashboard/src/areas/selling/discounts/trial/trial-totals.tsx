import { Alert, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../../kit/format/format.ts";
import type { TrialResult } from "./trial-queries.ts";

const SUMS = ["subtotal", "discount_total", "shipping_total", "tax_total", "total"] as const;

export function TrialTotals({ result }: { result: TrialResult }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, result.currency_code);
  const shown = (sums: TrialResult["with"], name: (typeof SUMS)[number]) =>
    money(name === "discount_total" ? 0 - sums[name] : sums[name]);
  return (
    <>
      {result.refusal && (
        <Alert color="orange" role="status" title={t("discounts.notNow")}>
          {result.refusal}. {t("discounts.notNowText")}
        </Alert>
      )}
      <Table aria-label={t("discounts.trial")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th className="number">{t("discounts.without")}</Table.Th>
            <Table.Th className="number">{t("discounts.with")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {SUMS.map((name) => (
            <Table.Tr key={name} fw={name === "total" ? 700 : 400}>
              <Table.Td>{t(`order.sums.${name}`)}</Table.Td>
              <Table.Td className="number">{shown(result.without, name)}</Table.Td>
              <Table.Td className="number">{shown(result.with, name)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text fw={600} aria-live="polite">
        {t("discounts.saved", { amount: money(result.without.total - result.with.total) })}
      </Text>
    </>
  );
}
