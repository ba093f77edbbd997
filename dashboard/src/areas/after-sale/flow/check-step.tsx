import { Alert, Skeleton, Stack, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { DecisionChoice } from "../decision-choice.tsx";
import { everyLine, nameOfLine } from "../exchange.ts";
import { type Preview, previewQuery } from "../returns-queries.ts";
import { exchangeOf, type Flow, sendsGoods } from "./flow.ts";
import type { StepProps } from "./goods-step.tsx";

/** What is refunded or charged, and why, before it happens. The server has calculated it. */
export function CheckStep({ order, flow, onChange }: StepProps) {
  const { t } = useTranslation();
  const may = useMay();
  const { data: preview, error } = useQuery(previewQuery(useApi(), order.id, exchangeOf(flow)));
  if (error)
    return (
      <Alert color="red" role="alert">
        {messageOf(error, t)}
      </Alert>
    );
  if (!preview) return <Skeleton h={160} />;
  const canDecide =
    may("payments:write") &&
    (flow.kind === "return" || (flow.kind === "claim" && flow.compensation === "refund"));
  const limit = Math.max(order.refundable_amount ?? 0, 0);
  return (
    <Stack maw={640}>
      <Sums order={order} flow={flow} preview={preview} />
      {canDecide && (
        <MoneyInput
          label={t("flow.otherAmount")}
          description={t("flow.otherAmountHelp")}
          currency={order.currency_code}
          value={flow.refund}
          onChange={(refund) => onChange({ refund })}
        />
      )}
      <Outcome flow={flow} preview={preview} limit={limit} />
      {flow.kind === "swap" && (
        <DecisionChoice
          due={preview.difference_due}
          value={flow.decision}
          giftCard={flow.giftCard}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}

function Sums({ order, flow, preview }: Pick<StepProps, "order" | "flow"> & { preview: Preview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const titles = new Map(everyLine(order).map((line) => [line.id, nameOfLine(line)]));
  const money = (amount: number) => format.money(amount, preview.currency_code);
  const isFree = flow.kind === "claim" && flow.compensation === "replace";
  // The server's answer has the title of the product; what was chosen has that of the variant, too.
  const totals = new Map(preview.additional_items.map((line) => [line.variant_id, line.total]));
  const added = sendsGoods(flow)
    ? flow.added.map((good) => ({ ...good, total: totals.get(good.id) ?? 0 }))
    : [];
  return (
    <Table aria-label={t("flow.questions.check")}>
      <Table.Tbody>
        {preview.returned_items.map(({ item_id, quantity, value }) => (
          <Table.Tr key={item_id}>
            <Table.Td>
              {quantity} × {titles.get(item_id)}
            </Table.Td>
            <Table.Td className="number">{isFree ? "–" : money(value)}</Table.Td>
          </Table.Tr>
        ))}
        {preview.return_shipping_total > 0 && (
          <Table.Tr>
            <Table.Td>{t("flow.returnShipping")}</Table.Td>
            <Table.Td className="number">{money(-preview.return_shipping_total)}</Table.Td>
          </Table.Tr>
        )}
        {added.map(({ id, title, quantity, total }) => (
          <Table.Tr key={id}>
            <Table.Td>{t("flow.newGood", { quantity, title })}</Table.Td>
            <Table.Td className="number">{isFree ? t("flow.free") : money(-total)}</Table.Td>
          </Table.Tr>
        ))}
        {preview.shipping_total > 0 && (
          <Table.Tr>
            <Table.Td>{t("flow.shippingOfNew")}</Table.Td>
            <Table.Td className="number">{money(-preview.shipping_total)}</Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

/** One sentence about the money, and one about the reason. */
function Outcome({ flow, preview, limit }: { flow: Flow; preview: Preview; limit: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, preview.currency_code);
  const due = preview.difference_due;
  if (flow.kind === "swap") {
    const key = due > 0 ? "swapPays" : due < 0 ? "swapGets" : "swapEven";
    return (
      <Result title={t(`flow.outcome.${key}`, { amount: money(Math.abs(due)) })} why={t(`flow.why.${key}`)} />
    );
  }
  if (flow.kind === "claim" && flow.compensation === "replace")
    return <Result title={t("flow.outcome.replace")} why={t("flow.why.replace")} />;
  const value = flow.kind === "claim" ? Math.min(preview.returned_total, limit) : preview.refund_amount;
  const amount = flow.refund ?? value;
  if (flow.refund !== null && flow.refund > limit && (flow.kind === "claim" || flow.arrived))
    return (
      <Alert color="red" role="alert">
        {t("order.refund.tooMuch", { limit: money(limit) })}
      </Alert>
    );
  const why =
    flow.refund === null ? t(`flow.why.${flow.kind}`) : t("flow.why.decided", { value: money(value) });
  if (flow.kind === "claim")
    return <Result title={t("flow.outcome.claim", { amount: money(amount) })} why={why} />;
  if (amount > limit) return <Result title={t("flow.outcome.unpaid", { amount: money(amount) })} why={why} />;
  const key = flow.arrived ? "returnNow" : "returnLater";
  return <Result title={t(`flow.outcome.${key}`, { amount: money(amount) })} why={why} />;
}

function Result({ title, why }: { title: string; why: string }) {
  return (
    <Alert color="sea" title={title} role="status">
      {why}
    </Alert>
  );
}
