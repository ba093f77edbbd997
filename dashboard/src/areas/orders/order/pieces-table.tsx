import { Table, Text } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";

type Line = Schemas["AdminOrder"]["items"][number];

interface Props {
  lines: readonly Line[];
  /** The most pieces of a line that can be chosen. */
  most(id: string): number;
  propsOf(id: string): object;
}

/** The chosen pieces, without lines of which there are none. */
export const piecesIn = (quantities: Record<string, number | string>) =>
  Object.entries(quantities)
    .map(([item_id, quantity]) => ({ item_id, quantity: Number(quantity) || 0 }))
    .filter(({ quantity }) => quantity > 0);

/** Two lines may be variants of one product. */
const nameOf = ({ title, description }: Props["lines"][number]) =>
  [title, description].filter(Boolean).join(", ");

/** How many pieces of each line. */
export function PiecesTable({ lines, most, propsOf }: Props) {
  const { t } = useTranslation();
  return (
    <Table>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td>
              <Text>{line.title}</Text>
              <Text size="sm" c="dimmed">
                {[line.description, line.variant?.sku].filter(Boolean).join(" · ")}
              </Text>
            </Table.Td>
            <Table.Td w={140}>
              <NumberInput
                aria-label={t("order.pack.quantityOf", { title: nameOf(line) })}
                description={t("order.pack.of", { count: most(line.id) })}
                inputWrapperOrder={["input", "description"]}
                min={0}
                max={most(line.id)}
                {...propsOf(line.id)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
