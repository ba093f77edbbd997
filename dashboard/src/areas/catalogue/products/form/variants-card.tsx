import { Button, Divider, Table } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHasLocations } from "../../../../data/stock/stock-locations.ts";
import { Card } from "../../../../kit/page/section-card.tsx";
import { emptyVariant, newKey, type ProductDraft, type VariantDraft, variantLike } from "../product-draft.ts";
import { refusedFieldOf } from "../save-product.ts";
import { useMarkets } from "../use-markets.ts";
import { useShopFields } from "../use-shop-fields.ts";
import { OptionsEditor } from "./options-editor.tsx";
import { VariantDrawer } from "./variant-drawer.tsx";
import { VariantRow } from "./variant-row.tsx";

interface Props {
  draft: ProductDraft;
  /** Changes are made to the draft of that moment, so that rows need not be drawn again for each other. */
  update(change: (draft: ProductDraft) => ProductDraft): void;
  /** Why it was not saved. */
  error: unknown;
}

export function VariantsCard({ draft, update, error }: Props) {
  const { t } = useTranslation();
  const [market] = useMarkets();
  const hasLocations = useHasLocations();
  const { variant: fields } = useShopFields();
  const [open, setOpen] = useState<string | null>(null);
  const change = useCallback(
    (key: string, changed: Partial<VariantDraft>) =>
      update((draft) => {
        const variant = draft.variants[key];
        return variant
          ? { ...draft, variants: { ...draft.variants, [key]: { ...variant, ...changed } } }
          : draft;
      }),
    [update],
  );
  const remove = useCallback(
    (key: string) =>
      update((draft) => {
        const { [key]: _, ...variants } = draft.variants;
        return { ...draft, variants };
      }),
    [update],
  );
  const add = () => {
    const key = newKey();
    update((draft) => ({ ...draft, variants: { ...draft.variants, [key]: emptyVariant("", fields) } }));
    setOpen(key);
  };
  const duplicate = useCallback(
    (key: string, title: string) => {
      const copy = newKey();
      update((draft) => {
        const original = draft.variants[key];
        return original
          ? { ...draft, variants: { ...draft.variants, [copy]: variantLike(original, title) } }
          : draft;
      });
      setOpen(copy);
    },
    [update],
  );
  const variants = Object.entries(draft.variants);
  const opened = open === null ? undefined : draft.variants[open];
  return (
    <Card title={t("product.variants")}>
      <OptionsEditor draft={draft} onChange={(changed) => update((draft) => ({ ...draft, ...changed }))} />
      <Divider />
      <Table.ScrollContainer minWidth={560} type="native">
        <Table aria-label={t("product.variants")} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("product.variant")}</Table.Th>
              <Table.Th w={170}>{t("product.fields.sku")}</Table.Th>
              {market && <Table.Th w={140}>{t("product.priceIn", { market: market.name })}</Table.Th>}
              <Table.Th w={110}>{t("products.stock")}</Table.Th>
              <Table.Th w={120}>{t("product.actions")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variants.map(([key, variant]) => (
              <VariantRow
                key={key}
                id={key}
                variant={variant}
                market={market}
                hasLocations={hasLocations}
                onChange={change}
                onOpen={setOpen}
                onDuplicate={duplicate}
                onRemove={remove}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Button
        variant="default"
        size="compact-md"
        w="fit-content"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        {t("product.addVariant")}
      </Button>
      <VariantDrawer
        variant={opened}
        errorOf={refusedFieldOf(error, {
          title: opened?.title ?? "",
          place: variants.findIndex(([key]) => key === open),
        })}
        options={draft.options}
        images={draft.images}
        onChange={(changed) => open !== null && change(open, changed)}
        onClose={() => setOpen(null)}
      />
    </Card>
  );
}
