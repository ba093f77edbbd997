import { Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { itemName } from "../names.ts";
import type { Transfer } from "./transfer-queries.ts";

/** What has arrived. All that is open is filled in; a part is typed. */
export function ReceiveForm({ transfer: { id, version, lines } }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const api = useApi();
  const open = lines.filter(({ quantity, received_quantity }) => received_quantity < quantity);
  const edit = useEditForm({
    values: {
      pieces: Object.fromEntries(
        open.map((line) => [line.inventory_item_id, line.quantity - line.received_quantity]),
      ) as Record<string, number>,
    },
    save: ({ pieces }) =>
      api.POST("/admin/stock-transfers/{id}/receive", {
        params: { path: { id } },
        body: {
          version,
          lines: Object.entries(pieces).map(([inventory_item_id, quantity]) => ({
            inventory_item_id,
            quantity: Number(quantity) || 0,
          })),
        },
      }),
    refresh: ["stock"],
    saved: t("transfers.received"),
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={t("transfers.putAway")}>
      <Table aria-label={t("transfers.goods")} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("stock.item")}</Table.Th>
            <Table.Th w={130}>{t("transfers.arrived")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {open.map((line) => {
            const name = itemName(line.inventory_item);
            const left = line.quantity - line.received_quantity;
            return (
              <Table.Tr key={line.id}>
                <Table.Td>
                  {name}
                  <Text size="sm" c="dimmed">
                    {[line.inventory_item?.sku, t("transfers.open", { count: left })]
                      .filter(Boolean)
                      .join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    aria-label={t("transfers.piecesOf", { name })}
                    min={0}
                    max={left}
                    {...form.getInputProps(`pieces.${line.inventory_item_id}`)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </EditForm>
  );
}
