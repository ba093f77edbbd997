import { Button, Checkbox, NumberInput, Stack, Table, TagsInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { packItems, unpackedItems } from "../order-actions.ts";

type Order = Schemas["AdminOrder"];

interface Props {
  order: Order;
  onClose(): void;
}

/** Packs some of the pieces, and ships the parcel if it leaves at once. */
export function PackDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useOrderWork(onClose);
  const left = new Map(unpackedItems(order).map(({ item_id, quantity }) => [item_id, quantity]));
  const form = useForm({
    initialValues: {
      quantities: Object.fromEntries(left) as Record<string, number>,
      ships: false,
      tracking: [] as string[],
    },
  });
  const chosen = Object.entries(form.values.quantities)
    .map(([item_id, quantity]) => ({ item_id, quantity: Number(quantity) || 0 }))
    .filter(({ quantity }) => quantity > 0);
  const pack = form.onSubmit(({ ships, tracking }) =>
    work.mutate(() => packItems(api, order, { items: chosen, ...(ships && { ships: tracking }) })),
  );
  return (
    <FormDialog opened onClose={onClose} title={t("order.pack.title")} size="lg">
      <form onSubmit={pack}>
        <Stack>
          <Table>
            <Table.Tbody>
              {(order.items ?? [])
                .filter(({ id }) => left.has(id))
                .map((item) => (
                  <Table.Tr key={item.id}>
                    <Table.Td>
                      <Text>{item.title}</Text>
                      <Text size="sm" c="dimmed">
                        {[item.description, item.variant?.sku].filter(Boolean).join(" · ")}
                      </Text>
                    </Table.Td>
                    <Table.Td w={140}>
                      <NumberInput
                        aria-label={t("order.pack.quantityOf", { title: item.title })}
                        description={t("order.pack.of", { count: left.get(item.id) ?? 0 })}
                        inputWrapperOrder={["input", "description"]}
                        min={0}
                        max={left.get(item.id) ?? 0}
                        allowDecimal={false}
                        {...form.getInputProps(`quantities.${item.id}`)}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
          <Checkbox label={t("order.pack.shipNow")} {...form.getInputProps("ships", { type: "checkbox" })} />
          {form.values.ships && (
            <TagsInput
              label={t("order.tracking")}
              description={t("order.trackingHelp")}
              acceptValueOnBlur
              {...form.getInputProps("tracking")}
            />
          )}
          <Button type="submit" disabled={chosen.length === 0} loading={work.isPending}>
            {t(form.values.ships ? "order.packAndShip" : "orders.actions.pack")}
          </Button>
        </Stack>
      </form>
    </FormDialog>
  );
}
