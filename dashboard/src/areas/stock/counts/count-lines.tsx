import { Paper, Table, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { amountMessage } from "../../../kit/format/amount-message.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { readNumber } from "../../../kit/format/read-amount.ts";
import { personName } from "../names.ts";
import type { CountLine } from "./count-queries.ts";

interface Props {
  countId: string;
  lines: readonly CountLine[];
  mayCount: boolean;
}

/** The items with a field for each. What is typed is stored when the field is left, so that two people can count. */
export function CountLines({ countId, lines, mayCount }: Props) {
  const { t } = useTranslation();
  return (
    <Paper withBorder>
      <Table aria-label={t("counts.items")} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("stock.item")}</Table.Th>
            <Table.Th w={120}>{t("counts.counted")}</Table.Th>
            <Table.Th w={110} ta="right">
              {t("counts.difference")}
            </Table.Th>
            <Table.Th w={180} visibleFrom="sm">
              {t("stock.who")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <LineRow key={line.id} countId={countId} line={line} mayCount={mayCount} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

interface RowProps {
  countId: string;
  line: CountLine;
  mayCount: boolean;
}

function LineRow({ countId, line, mayCount }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, sku, expected_quantity: expected, counted_quantity: counted, user } = line;
  const difference = counted === null || expected === null ? null : counted - expected;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {name}
        <Text size="sm" c="dimmed">
          {sku}
        </Text>
      </Table.Td>
      <Table.Td>
        {mayCount ? (
          // What another person has counted is shown, unless something is being typed.
          <CountInput key={counted} countId={countId} line={line} />
        ) : counted === null ? (
          "–"
        ) : (
          format.number(counted)
        )}
      </Table.Td>
      <Table.Td ta="right">
        {difference === null ? (
          "–"
        ) : (
          <Text inherit fw={difference === 0 ? 400 : 700}>
            {difference > 0 ? "+" : ""}
            {format.number(difference)}
            <Text size="sm" c="dimmed" fw={400}>
              {t("counts.expected", { pieces: format.number(expected!) })}
            </Text>
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{counted === null ? "–" : personName(user)}</Table.Td>
    </Table.Tr>
  );
}

function CountInput({ countId, line }: Omit<RowProps, "mayCount">) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const { inventory_item_id, counted_quantity: counted, name, sku } = line;
  const [text, setText] = useState(counted === null ? "" : String(counted));
  const [problem, setProblem] = useState<string | null>(null);
  const action = useAction(["stock"]);
  const save = () => {
    const read =
      text.trim() === "" ? { value: null } : readNumber(text, { digits: 0, language: i18n.language });
    if ("problem" in read && read.problem === "decimals") return setProblem(t("amount.whole"));
    if ("problem" in read)
      return setProblem(
        amountMessage(t, read.problem, { text, currency: undefined, language: i18n.language }),
      );
    if (read.value !== null && read.value < 0) return setProblem(t("amount.negative"));
    setProblem(null);
    if (read.value === counted) return;
    const sent = { inventory_item_id, counted_quantity: read.value, previous: counted };
    void action.start({
      run: () =>
        api.POST("/admin/stock-counts/{id}/lines", {
          params: { path: { id: countId } },
          body: { lines: [sent] },
        }),
      done: t("counts.entered", { name: sku ?? name }),
    });
  };
  return (
    <TextInput
      aria-label={t("counts.piecesOf", { name: [name, sku].filter(Boolean).join(", ") })}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      data-count
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === "Enter" && toNextField(event)}
      error={problem}
    />
  );
}

/** Enter stores the number and goes to the next item, as in a spreadsheet. */
function toNextField({ currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input[data-count]")];
  const next = fields[fields.indexOf(currentTarget) + 1];
  if (next) next.focus();
  else currentTarget.blur();
}
