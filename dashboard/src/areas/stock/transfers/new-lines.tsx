import { ActionIcon, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { ItemSelect } from "../item-select.tsx";
import { levelAt, nameOfItem } from "../stock-columns.ts";
import type { Item } from "../stock-queries.ts";

export interface NewLine {
  item: Item;
  quantity: number;
}

interface Props {
  lines: readonly NewLine[];
  /** Where the goods are taken from: how many are there is shown. */
  from: string | null;
  onChange(lines: NewLine[]): void;
}

/** The goods of a new transfer. Choosing an item adds a line; what is chosen again stays once. */
export function NewLines({ lines, from, onChange }: Props) {
  const { t } = useTranslation();
  const add = (item: Item | null) => {
    if (item && !lines.some((line) => line.item.id === item.id)) onChange([...lines, { item, quantity: 1 }]);
  };
  return (
    <>
      <ItemSelect value="" onChange={add} use="adding" />
      {lines.length > 0 && (
        <Table.ScrollContainer minWidth={300} type="native">
          <Table aria-label={t("transfers.goods")} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("stock.item")}</Table.Th>
                <Table.Th w={130}>{t("stock.quantity")}</Table.Th>
                <Table.Th w={52} pos="relative">
                  <VisuallyHidden>{t("product.actions")}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line, place) => (
                <LineRow
                  key={line.item.id}
                  line={line}
                  from={from}
                  onChange={(quantity) => onChange(lines.with(place, { ...line, quantity }))}
                  onRemove={() => onChange(lines.filter((each) => each !== line))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}

interface RowProps {
  line: NewLine;
  from: string | null;
  onChange(quantity: number): void;
  onRemove(): void;
}

function LineRow({ line: { item, quantity }, from, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = nameOfItem(item);
  const free = from === null ? undefined : (levelAt(item, from)?.available_quantity ?? 0);
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Text size="sm" c="dimmed">
          {[item.sku, free !== undefined && t("transfers.free", { pieces: format.number(free) })]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td>
        <NumberInput
          aria-label={t("transfers.piecesOf", { name })}
          value={quantity}
          onChange={(typed) => onChange(Number(typed) || 0)}
          min={1}
          max={1_000_000}
          error={free !== undefined && quantity > free}
        />
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("transfers.removeItem", { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
