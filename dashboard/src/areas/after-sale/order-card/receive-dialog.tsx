import { Alert, Button, Select, Stack, Table, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { everyLine } from "../exchange.ts";
import { receiveReturn } from "../exchange-actions.ts";

type Order = Schemas["AdminOrder"];
type Return = Schemas["Return"];

interface Props {
  order: Order;
  returned: Return;
  onClose(): void;
}

interface Values {
  /** What arrived of each line. */
  quantities: Record<string, number>;
  refund: number | null;
}

const requestedOf = ({ items }: Return) =>
  new Map(
    items.map(({ item_id, quantity, requested_quantity }) => [item_id, requested_quantity ?? quantity]),
  );

/** What arrived, and what is refunded for it. Other goods than expected need a decision about the money. */
export function ReceiveDialog({ order, returned, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const work = useOrderWork(onClose);
  const requested = requestedOf(returned);
  const form = useForm<Values>({
    initialValues: { quantities: Object.fromEntries(requested), refund: null },
  });
  const arrived = Object.entries(form.values.quantities)
    .map(([item_id, quantity]) => ({ item_id, quantity: Number(quantity) || 0 }))
    .filter(({ quantity }) => quantity > 0);
  const differs =
    [...requested].some(([id, quantity]) => Number(form.values.quantities[id]) !== quantity) ||
    Object.keys(form.values.quantities).some((id) => !requested.has(id));
  const isSwap = returned.swap_id !== null;
  const { refund } = form.values;
  const receive = form.onSubmit(() =>
    work.mutate(() =>
      receiveReturn(api, returned.id, { items: arrived, ...(refund !== null && { refund }) }),
    ),
  );
  return (
    <FormDialog opened size="lg" title={t("returns.receive.title")} onClose={onClose}>
      <form onSubmit={receive}>
        <Stack>
          <ArrivedTable order={order} form={form} requested={requested} />
          {!isSwap && may("payments:write") && (
            <MoneyInput
              label={t("returns.receive.refund")}
              description={t("returns.receive.refundHelp")}
              currency={order.currency_code}
              value={refund ?? (differs ? null : returned.refund_amount)}
              onChange={(amount) => form.setFieldValue("refund", amount)}
            />
          )}
          <Outcome order={order} returned={returned} refund={refund} differs={differs} />
          <Button type="submit" disabled={arrived.length === 0} loading={work.isPending}>
            {t("returns.receive.submit")}
          </Button>
        </Stack>
      </form>
    </FormDialog>
  );
}

interface TableProps {
  order: Order;
  form: ReturnType<typeof useForm<Values>>;
  requested: ReadonlyMap<string, number>;
}

function ArrivedTable({ order, form, requested }: TableProps) {
  const { t } = useTranslation();
  const lines = everyLine(order);
  const { quantities } = form.values;
  const others = lines.filter(({ id }) => !(id in quantities));
  return (
    <>
      <Table>
        <Table.Tbody>
          {lines
            .filter(({ id }) => id in quantities)
            .map(({ id, title, description }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Text>{title}</Text>
                  <Text size="sm" c="dimmed">
                    {[description, t("returns.receive.expected", { count: requested.get(id) ?? 0 })].join(
                      " · ",
                    )}
                  </Text>
                </Table.Td>
                <Table.Td w={130}>
                  <NumberInput
                    aria-label={t("returns.receive.arrivedOf", { title })}
                    min={0}
                    {...form.getInputProps(`quantities.${id}`)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {others.length > 0 && (
        <Select
          label={t("returns.receive.extra")}
          placeholder={t("returns.receive.extraHelp")}
          data={others.map(({ id, title, description }) => ({
            value: id,
            label: [title, description].filter(Boolean).join(" · "),
          }))}
          value={null}
          onChange={(id) => id && form.setFieldValue("quantities", { ...quantities, [id]: 1 })}
        />
      )}
    </>
  );
}

interface OutcomeProps {
  order: Order;
  returned: Return;
  refund: number | null;
  differs: boolean;
}

/** What happens, before it happens. */
function Outcome({ order, returned, refund, differs }: OutcomeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const money = (amount: number) => format.money(amount, order.currency_code);
  const limit = order.refundable_amount ?? 0;
  if (returned.swap_id) return <Alert color="sea">{t("returns.receive.ofSwap")}</Alert>;
  if (differs && refund === null) return <Alert color="orange">{t("returns.receive.undecided")}</Alert>;
  const amount = refund ?? (returned.claim_order_id ? 0 : returned.refund_amount);
  if (amount > 0 && !may("payments:write"))
    return <Alert color="sea">{t("returns.receive.refundsLater", { amount: money(amount) })}</Alert>;
  if (amount > limit && refund !== null)
    return <Alert color="red">{t("order.refund.tooMuch", { limit: money(limit) })}</Alert>;
  if (amount > limit)
    return <Alert color="sea">{t("returns.receive.notPaid", { amount: money(amount) })}</Alert>;
  return (
    <Alert color="sea" role="status">
      {t(amount > 0 ? "returns.receive.refunds" : "returns.receive.refundsNothing", {
        amount: money(amount),
      })}
    </Alert>
  );
}
