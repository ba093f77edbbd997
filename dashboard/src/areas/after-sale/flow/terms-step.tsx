import { Button, Checkbox, Group, Radio, Select, Stack, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { VariantSelect } from "../../../data/catalogue/variant-select.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { DeliverySelect } from "../delivery-select.tsx";
import { previewQuery, returnOptionsQuery } from "../returns-queries.ts";
import { exchangeOf, type Flow, type NewGood, sendsGoods } from "./flow.ts";
import type { StepProps } from "./goods-step.tsx";

/** How the goods come back, and what the customer gets for them. */
export function TermsStep(props: StepProps) {
  const { t } = useTranslation();
  const { flow, onChange } = props;
  const may = useMay();
  return (
    <Stack maw={640}>
      {flow.kind === "claim" && (
        <Radio.Group
          label={t("flow.compensation")}
          value={flow.compensation}
          onChange={(value) => onChange({ compensation: value as Flow["compensation"] })}
        >
          <Stack gap="xs" mt={4}>
            {may("payments:write") && <Radio value="refund" label={t("flow.compensations.refund")} />}
            <Radio value="replace" label={t("flow.compensations.replace")} />
          </Stack>
        </Radio.Group>
      )}
      {flow.kind === "claim" && (
        <Checkbox
          label={t("flow.comesBack")}
          checked={flow.comesBack}
          onChange={({ currentTarget }) => onChange({ comesBack: currentTarget.checked })}
        />
      )}
      {(flow.kind !== "claim" || flow.comesBack) && <WayBack {...props} />}
      {sendsGoods(flow) && <NewGoods {...props} />}
      {sendsGoods(flow) && <WayThere {...props} />}
      {flow.kind === "return" && may("fulfillments:write") && (
        <Checkbox
          label={t("flow.arrived")}
          checked={flow.arrived}
          onChange={({ currentTarget }) => onChange({ arrived: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function WayBack({ order, flow, onChange }: StepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: options = [] } = useQuery(returnOptionsQuery(useApi(), order.region_id));
  return (
    <Group align="flex-end">
      <Select
        label={t("flow.wayBack")}
        description={t("flow.wayBackHelp")}
        placeholder={t("flow.byThemselves")}
        data={options.map(({ id, name, amount }) => ({
          value: id,
          label: [name, amount === null ? null : format.money(amount, order.currency_code)]
            .filter(Boolean)
            .join(" · "),
        }))}
        value={flow.optionId}
        onChange={(optionId) => onChange({ optionId, shippingPrice: null })}
        clearable
        flex={1}
        miw={220}
      />
      {flow.optionId && (
        <MoneyInput
          label={t("flow.shippingPrice")}
          description={t("flow.shippingPriceHelp")}
          currency={order.currency_code}
          value={flow.shippingPrice}
          onChange={(shippingPrice) => onChange({ shippingPrice })}
          w={220}
        />
      )}
    </Group>
  );
}

/** How the new goods are sent. Those of a claim cost the customer nothing. */
function WayThere({ order, flow, onChange }: StepProps) {
  const { t } = useTranslation();
  const isPriced = flow.kind === "swap" && flow.added.length > 0;
  const exchange = exchangeOf({ ...flow, deliveryId: null });
  const { data: preview } = useQuery({ ...previewQuery(useApi(), order.id, exchange), enabled: isPriced });
  const value = preview && { net: preview.shipped_value, gross: preview.shipped_value_with_tax };
  return (
    <Group align="flex-start">
      <DeliverySelect
        regionId={order.region_id}
        currency={order.currency_code}
        // With a price of the merchant every option can be chosen.
        goods={isPriced && flow.deliveryPrice === null ? (value ?? null) : null}
        value={flow.deliveryId}
        onChange={(deliveryId) => onChange({ deliveryId, deliveryPrice: null })}
      />
      {flow.kind === "swap" && flow.deliveryId && (
        <MoneyInput
          label={t("flow.shippingPrice")}
          description={t("flow.shippingPriceHelp")}
          currency={order.currency_code}
          value={flow.deliveryPrice}
          onChange={(deliveryPrice) => onChange({ deliveryPrice })}
          w={220}
        />
      )}
    </Group>
  );
}

function NewGoods({ order, flow, onChange }: StepProps) {
  const { t } = useTranslation();
  const add = (good: Omit<NewGood, "quantity">) =>
    onChange({
      added: flow.added.some(({ id }) => id === good.id)
        ? flow.added
        : [...flow.added, { id: good.id, title: good.title, quantity: 1 }],
    });
  const set = (id: string, quantity: number) =>
    onChange({ added: flow.added.map((good) => (good.id === id ? { ...good, quantity } : good)) });
  return (
    <Stack gap="xs">
      <VariantSelect
        label={t("flow.newGoods")}
        context={{
          region_id: order.region_id,
          currency_code: order.currency_code,
          customer_id: order.customer_id,
        }}
        onChoose={add}
      />
      {flow.added.length > 0 && (
        <Table aria-label={t("flow.newGoods")}>
          <Table.Tbody>
            {flow.added.map(({ id, title, quantity }) => (
              <Table.Tr key={id}>
                <Table.Td>{title}</Table.Td>
                <Table.Td w={110}>
                  <NumberInput
                    aria-label={t("flow.piecesOf", { title })}
                    min={1}
                    value={quantity}
                    onChange={(typed) => set(id, Math.max(1, Number(typed) || 1))}
                  />
                </Table.Td>
                <Table.Td w={110}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t("edit.removeLine", { title })}
                    onClick={() => onChange({ added: flow.added.filter((good) => good.id !== id) })}
                  >
                    {t("edit.remove")}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
