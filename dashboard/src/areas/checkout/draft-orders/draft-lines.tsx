import { ActionIcon, NumberInput, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { addLine, changeLine, type Draft, type DraftLine } from "./draft-queries.ts";
import { AddGoods } from "./new-lines.tsx";

const SUMS = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "gift_card_total",
  "tax_total",
  "total",
] as const;

/** The goods and the totals, as the order will have them. */
export function DraftLines({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const action = useAction(["drafts"]);
  const { cart } = draft;
  if (!cart) return null;
  const currency = cart.region?.currency_code ?? "eur";
  const canChange = draft.status === "open" && may("orders:write");
  const change = (run: () => Promise<unknown>) => action.start({ run, done: t("form.saved") });
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {t("order.goods")}
        </Title>
        <Table.ScrollContainer minWidth={300} type="native">
          <Table aria-label={t("order.goods")}>
            <Table.Tbody>
              {cart.items.map((line) => (
                <LineRow
                  key={line.id}
                  line={line}
                  money={(amount) => format.money(amount, currency)}
                  canChange={canChange && !action.isPending}
                  onSet={(quantity) => change(() => changeLine(api, draft.id, { lineId: line.id, quantity }))}
                />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              {SUMS.filter((name) => name === "total" || (cart[name] ?? 0) !== 0).map((name) => (
                <Table.Tr key={name}>
                  <Table.Th colSpan={2} className="number" fw={name === "total" ? 700 : 400}>
                    {t(`order.sums.${name}`)}
                  </Table.Th>
                  <Table.Td className="number" fw={name === "total" ? 700 : 400}>
                    {format.money(cart[name], currency)}
                  </Table.Td>
                  <Table.Td />
                </Table.Tr>
              ))}
            </Table.Tfoot>
          </Table>
        </Table.ScrollContainer>
        {canChange && (
          <AddGoods
            context={{ region_id: cart.region_id, currency_code: currency }}
            onAdd={(line) => change(() => addLine(api, draft.id, line))}
          />
        )}
      </Stack>
    </Paper>
  );
}

interface RowProps {
  line: DraftLine;
  money(amount: number | null | undefined): string;
  canChange: boolean;
  onSet(quantity: number): void;
}

function LineRow({ line, money, canChange, onSet }: RowProps) {
  const { t } = useTranslation();
  const set = (typed: string) => {
    const quantity = Number(typed);
    if (quantity > 0 && quantity !== line.quantity) onSet(quantity);
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text>{line.title}</Text>
        <Text size="sm" c="dimmed">
          {[line.variant?.title, line.variant?.sku, money(line.unit_price)].filter(Boolean).join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td w={86}>
        <NumberInput
          key={line.quantity}
          aria-label={t("edit.quantityOf", { title: line.title })}
          defaultValue={line.quantity}
          min={1}
          allowDecimal={false}
          disabled={!canChange}
          onBlur={({ currentTarget }) => set(currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && set(event.currentTarget.value)}
        />
      </Table.Td>
      <Table.Td className="number">{money(line.subtotal)}</Table.Td>
      <Table.Td w={44}>
        {canChange && (
          <ActionIcon
            variant="subtle"
            color="red.8"
            aria-label={t("edit.removeLine", { title: line.title })}
            onClick={() => onSet(0)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
