import { Anchor, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { type GiftCard, shownAmount, USES_SIZE, usesQuery } from "./gift-card-queries.ts";

/** Where its money went, and where it came from. */
export function GiftCardUses({ card }: { card: GiftCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { data } = useQuery(usesQuery(useApi(), card.id, page));
  const money = (amount: number) => shownAmount(card, amount, format);
  const isLastPage = data !== undefined && page * USES_SIZE >= data.count;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {t("giftCards.history")}
        </Title>
        <Table aria-label={t("giftCards.history")}>
          <Table.Tbody>
            {data?.transactions.map(({ id, order_id, display_id, amount, created_at }) => (
              <Table.Tr key={id}>
                <Table.Td>{format.time(created_at)}</Table.Td>
                <Table.Td>
                  <Anchor
                    renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order_id }} />}
                  >
                    {t("giftCards.usedFor", { number: display_id })}
                  </Anchor>
                </Table.Td>
                <Table.Td className="number">{money(-amount)}</Table.Td>
              </Table.Tr>
            ))}
            {isLastPage && <Issued card={card} amount={money(card.value)} />}
          </Table.Tbody>
        </Table>
        <ListFooter count={data?.count} pageSize={USES_SIZE} page={page} onPage={setPage}>
          {t("giftCards.uses", { count: data?.count ?? 0 })}
        </ListFooter>
        <Text size="sm" c="dimmed">
          {t("giftCards.historyHint")}
        </Text>
      </Stack>
    </Paper>
  );
}

function Issued({ card, amount }: { card: GiftCard; amount: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order } = card;
  return (
    <Table.Tr>
      <Table.Td>{format.time(card.created_at)}</Table.Td>
      <Table.Td>
        {order ? (
          <Anchor renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order.id }} />}>
            {t("giftCards.boughtWith", { number: order.display_id })}
          </Anchor>
        ) : (
          t("giftCards.byHand")
        )}
      </Table.Td>
      <Table.Td className="number">{amount}</Table.Td>
    </Table.Tr>
  );
}
