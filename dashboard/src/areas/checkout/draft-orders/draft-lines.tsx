import { ActionIcon, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldValues } from "../../../data/platform/custom-fields/custom-field.ts";
import {
  LineFieldsButton,
  LineFieldTexts,
  useNewLineFields,
} from "../../../data/platform/custom-fields/line-fields.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useRegionPrices } from "../../../data/shop/region-prices.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { addLine, changeLine, type Draft, type DraftLine, keepingShipping } from "./draft-queries.ts";
import { draftSums, lineAmount } from "./draft-sums.ts";
import { AddGoods } from "./new-lines.tsx";

/** The goods and the totals, as the order will have them. */
export function DraftLines({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const action = useAction(["drafts"]);
  const { cart } = draft;
  const prices = useRegionPrices(cart?.region_id ?? null);
  const newLine = useNewLineFields(["drafts"]);
  if (!cart) return null;
  const currency = cart.region?.currency_code ?? "eur";
  const isGross = prices?.isGross ?? false;
  const canChange = draft.status === "open" && may("orders:write");
  const change = (run: () => Promise<unknown>) =>
    action.start({ run: () => keepingShipping(api, draft, run), done: t("form.saved") });
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
                  isGross={isGross}
                  money={(amount) => format.money(amount, currency)}
                  canChange={canChange && !action.isPending}
                  onSet={(quantity) => change(() => changeLine(api, draft.id, { lineId: line.id, quantity }))}
                  onFields={(body) => changeLine(api, draft.id, { lineId: line.id, ...body })}
                />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              {draftSums(cart, isGross).map(({ name, amount }) => (
                <Table.Tr key={name}>
                  <Table.Th colSpan={2} className="number" fw={name === "total" ? 700 : 400}>
                    {name === "taxes_included" ? t("drafts.taxesIncluded") : t(`order.sums.${name}`)}
                  </Table.Th>
                  <Table.Td className="number" fw={name === "total" ? 700 : 400}>
                    {format.money(amount, currency)}
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
            onAdd={(line, label) =>
              newLine.ask(label, (fields) =>
                fields.custom_fields
                  ? keepingShipping(api, draft, () => addLine(api, draft.id, { ...line, ...fields }))
                  : change(() => addLine(api, draft.id, line)),
              )
            }
          />
        )}
        {newLine.dialog}
      </Stack>
    </Paper>
  );
}

interface RowProps {
  line: DraftLine;
  isGross: boolean;
  money(amount: number | null | undefined): string;
  canChange: boolean;
  onSet(quantity: number): void;
  onFields(body: { custom_fields?: FieldValues }): Promise<unknown>;
}

function LineRow({ line, isGross, money, canChange, onSet, onFields }: RowProps) {
  const { t } = useTranslation();
  const amount = lineAmount(line, isGross);
  const [typed, setTyped] = useState<number | "">(line.quantity);
  useEffect(() => setTyped(line.quantity), [line.quantity]);
  const set = () => {
    if (typed !== "" && typed !== line.quantity) onSet(typed);
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text>{line.title}</Text>
        <Text size="sm" c="dimmed">
          {[line.variant?.title, line.variant?.sku, money(amount / line.quantity)]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        <LineFieldTexts line={line} />
        {canChange && (
          <LineFieldsButton line={line} title={line.title} save={onFields} refresh={["drafts"]} />
        )}
      </Table.Td>
      <Table.Td w={86}>
        <NumberInput
          aria-label={t("edit.quantityOf", {
            title: [line.title, line.variant?.title].filter(Boolean).join(", "),
          })}
          value={typed}
          onChange={setTyped}
          min={1}
          disabled={!canChange}
          onBlur={set}
          onKeyDown={({ key }) => key === "Enter" && set()}
        />
      </Table.Td>
      <Table.Td className="number">{money(amount)}</Table.Td>
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
