import { Paper, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderMoney } from "../../../data/orders/order-money.ts";
import { NewNote } from "../../../data/platform/new-note.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { notesQuery, timelineQuery } from "./timeline-queries.ts";

type Order = Schemas["AdminOrder"];

/** Who did what, and what they wrote down. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const { id } = order;
  const { data: events = [] } = useQuery(timelineQuery(api, id));
  // Most orders have none.
  const hasNotes = events.some(({ name }) => name.startsWith("note."));
  const { data: notes = [] } = useQuery({ ...notesQuery(api, id), enabled: hasNotes });
  const refundOf = useRefundTexts(order);
  const texts = new Map(notes.map((note) => [note.id, note.value]));
  const titleOf = (name: string) => {
    const key = `event.${name.replaceAll(".", "_")}`;
    return i18n.exists(key) ? t(key as never) : name;
  };
  // Those who are mentioned in a note stand below it, without its text again.
  const textOf = ({ name, entity_id, data }: (typeof events)[number]) =>
    (entity_id && name !== "note.mentioned" && texts.get(entity_id)) ||
    refundOf((data as Record<string, unknown>)["refund_id"]);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("order.timeline")}
      </Title>
      {may("notes:write") && <NewNote id={id} type="order" />}
      <Timeline bulletSize={14} lineWidth={2} mt="md">
        {events.map((event) => (
          <Timeline.Item key={event.id} title={titleOf(event.name)}>
            {textOf(event) && <Text>{textOf(event)}</Text>}
            <Text size="sm" c="dimmed">
              {[format.time(event.occurred_at), event.user?.email ?? event.customer?.email]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}

/** The amount of a refund, and the pieces and the shipping that it was for. */
function useRefundTexts({ id, refunds, items, currency_code }: Order) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = useOrderMoney(id);
  const titles = new Map(
    (items ?? []).map(({ id: line, title, description }) => [
      line,
      [title, description].filter(Boolean).join(", "),
    ]),
  );
  return (refundId: unknown): string | undefined => {
    const refund = refunds.find((each) => each.id === refundId);
    if (!refund) return undefined;
    const chosen = money?.line_refunds.find((each) => each.refund_id === refundId);
    const shipping = chosen?.shipping_amount ?? 0;
    return [
      format.money(refund.amount, currency_code),
      ...(chosen?.lines ?? []).map(({ item_id, quantity }) => `${quantity} × ${titles.get(item_id) ?? ""}`),
      shipping > 0 && t("order.refund.ofShipping", { amount: format.money(shipping, currency_code) }),
      chosen?.is_restocked && t("order.refund.restocked"),
      refund.note,
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
