import { ActionIcon, Anchor, Group, Table, Text, TextInput } from "@mantine/core";
import { IconCopy, IconPencil, IconTrash } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../../kit/format/format.ts";
import { MoneyInput } from "../../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../../kit/inputs/number-input.tsx";
import type { VariantDraft } from "../product-draft.ts";
import type { Market } from "../use-markets.ts";

interface Props {
  id: string;
  variant: VariantDraft;
  /** The market whose price is in the table; the others are in the drawer. */
  market: Market | undefined;
  hasLocations: boolean;
  onChange(id: string, changed: Partial<VariantDraft>): void;
  onOpen(id: string): void;
  onDuplicate(id: string, title: string): void;
  onRemove(id: string): void;
}

export const withPrice = (prices: VariantDraft["prices"], market: string, amount: number | null) => {
  const { [market]: _, ...others } = prices;
  return amount === null ? others : { ...prices, [market]: amount };
};

/** The fields of a variant that change most. */
export const VariantRow = memo(function VariantRow(props: Props) {
  const { id, variant, market, hasLocations, onChange, onOpen, onDuplicate, onRemove } = props;
  const { t } = useTranslation();
  const title = variant.title || t("product.untitled");
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" fw={600} ta="start" onClick={() => onOpen(id)}>
          {title}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={t("product.skuOf", { title })}
          value={variant.sku}
          onChange={({ currentTarget }) => onChange(id, { sku: currentTarget.value })}
          size="xs"
        />
      </Table.Td>
      {market && (
        <Table.Td>
          <MoneyInput
            aria-label={t("product.priceOf", { title, market: market.name })}
            currency={market.currency}
            value={variant.prices[market.id] ?? null}
            onChange={(amount) => onChange(id, { prices: withPrice(variant.prices, market.id, amount) })}
            size="xs"
          />
        </Table.Td>
      )}
      <Table.Td>
        <Stock id={id} variant={variant} title={title} hasLocations={hasLocations} onChange={onChange} />
      </Table.Td>
      <Table.Td>
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("product.editVariant", { title })}
            onClick={() => onOpen(id)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("product.duplicateVariant", { title })}
            onClick={() => onDuplicate(id, t("product.copyOf", { title }))}
          >
            <IconCopy size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("product.removeVariant", { title })}
            onClick={() => onRemove(id)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
});

type StockProps = Pick<Props, "id" | "variant" | "hasLocations" | "onChange"> & { title: string };

function Stock({ id, variant, title, hasLocations, onChange }: StockProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!variant.manage_inventory) return <Text size="sm">{t("products.notCounted")}</Text>;
  if (hasLocations) return <Text size="sm">{format.number(variant.inventory_quantity)}</Text>;
  return (
    <NumberInput
      aria-label={t("product.stockOf", { title })}
      value={variant.inventory_quantity}
      onChange={(quantity) => onChange(id, { inventory_quantity: Number(quantity) || 0 })}
      size="xs"
    />
  );
}
