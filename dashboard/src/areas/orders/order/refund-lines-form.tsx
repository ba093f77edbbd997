import { Alert, Button, Checkbox, Group, Stack, Table, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import type { orderMoneyQuery } from "../../../data/orders/order-money.ts";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useRequestKey } from "../../../kit/api/request-key.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { LocationSelect } from "./location-select.tsx";
import { PiecesTable, piecesIn } from "./pieces-table.tsx";
import { type RefundReason, RefundReasonFields } from "./refund-reason.tsx";

type Order = Schemas["AdminOrder"];
type Money = Awaited<ReturnType<NonNullable<ReturnType<typeof orderMoneyQuery>["queryFn"]>>>;

interface Props {
  order: Order;
  money: Money;
  onClose(): void;
}

interface Values {
  quantities: Record<string, number | string>;
  shipping: number | null;
  restock: boolean;
  location: string | null;
  reason: RefundReason;
  note: string;
}

interface Chosen {
  items: { item_id: string; quantity: number }[];
  shipping_amount: number;
}

/** What the server would pay back for the choice. */
function usePreview(order: Order, chosen: Chosen) {
  const api = useApi();
  const [settled] = useDebouncedValue(chosen, 200);
  const isChosen = settled.items.length > 0 || settled.shipping_amount > 0;
  return useQuery({
    queryKey: ["refund-preview", order.id, settled],
    enabled: isChosen,
    placeholderData: isChosen ? keepPreviousData : undefined,
    retry: false,
    async queryFn() {
      const params = { path: { id: order.id } };
      const sent = { params, body: settled };
      return (await api.POST("/admin/orders/{id}/line-refunds/preview", sent)).data!.preview;
    },
  });
}

/** Pieces and shipping, calculated by the server. */
export function RefundLinesForm({ order, money, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const format = useFormat();
  const once = useRequestKey();
  const work = useOrderWork(onClose);
  const left = new Map(money.lines.map(({ item_id, refundable_quantity }) => [item_id, refundable_quantity]));
  const lines = (order.items ?? []).filter(({ id }) => (left.get(id) ?? 0) > 0);
  const form = useForm<Values>({
    initialValues: {
      quantities: Object.fromEntries(lines.map(({ id }) => [id, 0])),
      shipping: null,
      restock: false,
      location: null,
      reason: "return",
      note: "",
    },
  });
  const { values } = form;
  const chosen = { items: piecesIn(values.quantities), shipping_amount: values.shipping ?? 0 };
  const { data: preview, error } = usePreview(order, chosen);
  const isChosen = chosen.items.length > 0 || chosen.shipping_amount > 0;
  const refund = form.onSubmit(({ restock, location, reason, note }) => {
    const body = {
      ...chosen,
      restock: restock && chosen.items.length > 0,
      ...(restock && location && { location_id: location }),
      reason,
      ...(note.trim() && { note: note.trim() }),
    };
    const params = { path: { id: order.id } };
    work.mutate(() =>
      once(body, (headers) => api.POST("/admin/orders/{id}/line-refunds", { params, body, headers })),
    );
  });
  return (
    <form onSubmit={refund} noValidate>
      <Stack>
        {lines.length > 0 ? (
          <PiecesTable
            lines={lines}
            most={(id) => left.get(id) ?? 0}
            propsOf={(id) => form.getInputProps(`quantities.${id}`)}
          />
        ) : (
          <Text c="dimmed">{t("order.refund.noLines")}</Text>
        )}
        {money.shipping.refundable > 0 && (
          <Group align="flex-end" wrap="nowrap">
            <MoneyInput
              label={t("order.refund.shipping", {
                amount: format.money(money.shipping.refundable, order.currency_code),
              })}
              currency={order.currency_code}
              flex={1}
              value={values.shipping}
              onChange={(amount) => form.setFieldValue("shipping", amount)}
            />
            <Button variant="light" onClick={() => form.setFieldValue("shipping", money.shipping.refundable)}>
              {t("order.refund.all")}
            </Button>
          </Group>
        )}
        {chosen.items.length > 0 && may("fulfillments:write") && (
          <Checkbox
            label={t("order.refund.restock")}
            description={t("order.refund.restockText")}
            {...form.getInputProps("restock", { type: "checkbox" })}
          />
        )}
        {values.restock && (
          <LocationSelect label={t("order.refund.to")} {...form.getInputProps("location")} />
        )}
        <RefundReasonFields propsOf={form.getInputProps} />
        {isChosen && error && (
          <Alert color="red" role="alert">
            {messageOf(error, t)}
          </Alert>
        )}
        {isChosen && preview && !error && <Calculated preview={preview} />}
        <Button type="submit" disabled={!isChosen || !preview || !!error} loading={work.isPending}>
          {isChosen && preview
            ? t("order.refund.submitAmount", { amount: format.money(preview.amount, order.currency_code) })
            : t("order.refund.submit")}
        </Button>
      </Stack>
    </form>
  );
}

interface Preview {
  currency_code: string;
  lines: { amount: number }[];
  shipping: { amount: number };
  value: number;
  tax: number;
  amount: number;
}

function Calculated({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, preview.currency_code);
  const goods = preview.lines.reduce((sum, { amount }) => sum + amount, 0);
  const rows = [
    [t("order.refund.goods"), goods],
    [t("order.sums.shipping_total"), preview.shipping.amount],
    [t("order.refund.tax"), preview.tax],
  ] as const;
  return (
    <>
      <Table aria-label={t("order.refund.calculated")}>
        <Table.Tbody>
          {rows.map(([name, amount]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td className="number">{money(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {preview.amount < preview.value && (
        <Alert color="orange" variant="light">
          {t("order.refund.less", { value: money(preview.value), amount: money(preview.amount) })}
        </Alert>
      )}
    </>
  );
}
