import { Alert, Button, Paper, Stack, Table, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { confirmEdit, dropEdit, markPaid, type OrderEdit, requestEdit } from "./order-edit-queries.ts";

type Order = Schemas["AdminOrder"];

const SUMS = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "gift_card_total",
  "tax_total",
  "total",
] as const;

interface Props {
  order: Order;
  edit: OrderEdit;
  onEnded(): void;
}

/** The totals before and after, and what the customer pays or gets back: all as the server will do it. */
export function EditTotals({ order, edit, onEnded }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null | undefined) => format.money(amount, order.currency_code);
  const due = edit.difference_due ?? 0;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {t("edit.preview")}
        </Title>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th className="number">{t("edit.before")}</Table.Th>
              <Table.Th className="number">{t("edit.after")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {SUMS.filter((name) => (order[name] ?? 0) !== 0 || (edit[name] ?? 0) !== 0).map((name) => (
              <Table.Tr key={name}>
                <Table.Th fw={name === "total" ? 700 : 400}>{t(`order.sums.${name}`)}</Table.Th>
                <Table.Td className="number">{money(order[name])}</Table.Td>
                <Table.Td className="number" fw={name === "total" ? 700 : 400}>
                  {money(edit[name])}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Alert color={due === 0 ? "gray" : "sea"} role="status">
          {due > 0 && t("edit.customerPays", { amount: money(due) })}
          {due < 0 && t("edit.customerGets", { amount: money(-due) })}
          {due === 0 && t("edit.nothingDue")}
        </Alert>
        <EditButtons order={order} edit={edit} onEnded={onEnded} />
      </Stack>
    </Paper>
  );
}

function EditButtons({ order, edit, onEnded }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const work = useOrderWork();
  const ending = useOrderWork(onEnded);
  const due = edit.difference_due ?? 0;
  const collection = edit.payment_collection;
  const isPaid = (collection?.authorized_amount ?? 0) > 0;
  const isUnpaid = due > 0 && !isPaid;
  const apply = () =>
    ending.mutate(async () => {
      await confirmEdit(api, edit.id);
      if (due < 0) {
        const amount = format.money(-due, order.currency_code);
        notifications.show({ message: t("edit.refundNow", { amount }), autoClose: 10_000 });
      }
    });
  if (!may("orders:write")) return null;
  return (
    <Stack gap="xs">
      {edit.status === "requested" && collection && !isPaid && may("payments:write") && (
        <Button
          variant="light"
          loading={work.isPending}
          onClick={() => work.mutate(() => markPaid(api, collection.id))}
        >
          {t("edit.markPaid", { amount: format.money(collection.amount, order.currency_code) })}
        </Button>
      )}
      {edit.status === "created" && (
        <Button
          disabled={edit.changes.length === 0}
          loading={work.isPending}
          onClick={() => work.mutate(() => requestEdit(api, edit.id))}
        >
          {t("edit.request")}
        </Button>
      )}
      {(!isUnpaid || may("payments:write")) && (
        <Button
          variant={edit.status === "created" ? "light" : "filled"}
          disabled={edit.changes.length === 0}
          loading={ending.isPending}
          onClick={apply}
        >
          {t(isUnpaid ? "edit.confirmUnpaid" : "edit.confirm")}
        </Button>
      )}
      <Button
        variant="default"
        loading={ending.isPending}
        onClick={() => ending.mutate(() => dropEdit(api, edit))}
      >
        {t(edit.status === "created" ? "edit.discard" : "edit.cancel")}
      </Button>
    </Stack>
  );
}
