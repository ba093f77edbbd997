import { Badge, Button, Paper, Table, Text, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { LineFieldTexts } from "../../../data/platform/custom-fields/line-fields.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { changeInEdit, type OrderEdit, undoInEdit } from "./order-edit-queries.ts";

type Order = Schemas["AdminOrder"];
type Line = OrderEdit["items"][number];

interface Props {
  order: Order;
  edit: OrderEdit;
}

/** The lines as they will be. Each change says what it was, and can be undone. */
export function EditLines({ order, edit }: Props) {
  const { t } = useTranslation();
  const removed = edit.changes.filter(({ type }) => type === "item_remove");
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("edit.lines")}
      </Title>
      <Table.ScrollContainer minWidth={480} type="native">
        <Table aria-label={t("edit.lines")}>
          <Table.Tbody>
            {edit.items.map((line) => (
              <EditedLine key={line.id} order={order} edit={edit} line={line} />
            ))}
            {removed.map(({ id, original_line_item: line }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Text td="line-through">{line?.title}</Text>
                  <Badge color="red.8" tt="none">
                    {t("edit.changes.item_remove")}
                  </Badge>
                </Table.Td>
                <Table.Td colSpan={2} />
                <Table.Td>
                  <Undo edit={edit} changeId={id} title={line?.title ?? ""} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function EditedLine({ order, edit, line }: Props & { line: Line }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const work = useOrderWork();
  const change = edit.changes.find(({ line_item_id }) => line_item_id === line.id);
  const original = change?.original_line_item;
  const [typed, setTyped] = useState<number | "">(line.quantity);
  useEffect(() => setTyped(line.quantity), [line.quantity]);
  const set = (quantity: number | "") => {
    if (quantity !== "" && quantity !== line.quantity)
      work.mutate(() => changeInEdit(api, edit.id, { itemId: line.id, quantity }));
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text>{line.title}</Text>
        <Text size="sm" c="dimmed">
          {[line.variant?.title, line.variant?.sku].filter(Boolean).join(" · ")}
        </Text>
        <LineFieldTexts line={line} />
        {change && (
          <Badge tt="none">{t(`edit.changes.${change.type}`, { quantity: original?.quantity ?? 0 })}</Badge>
        )}
      </Table.Td>
      <Table.Td w={120}>
        <NumberInput
          aria-label={t("edit.quantityOf", {
            title: [line.title, line.variant?.title].filter(Boolean).join(", "),
          })}
          value={typed}
          onChange={setTyped}
          min={Math.max(line.fulfilled_quantity ?? 0, 1)}
          disabled={work.isPending}
          onBlur={() => set(typed)}
          onKeyDown={({ key }) => key === "Enter" && set(typed)}
        />
      </Table.Td>
      <Table.Td className="number">{format.money(line.total, order.currency_code)}</Table.Td>
      <Table.Td>
        {change ? (
          <Undo edit={edit} changeId={change.id} title={line.title} />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            loading={work.isPending}
            disabled={(line.fulfilled_quantity ?? 0) > 0}
            aria-label={t("edit.removeLine", { title: line.title })}
            onClick={() => set(0)}
          >
            {t("edit.remove")}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Undo({ edit, changeId, title }: { edit: OrderEdit; changeId: string; title: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useOrderWork();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={work.isPending}
      aria-label={t("edit.undoLine", { title })}
      onClick={() => work.mutate(() => undoInEdit(api, edit.id, changeId))}
    >
      {t("edit.undo")}
    </Button>
  );
}
