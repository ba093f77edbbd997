import { Table, Text } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { cellKey, type PriceEdits, type PriceScope, priceInList, regularPrice } from "./price-cells.ts";
import type { PricedProduct } from "./price-list-queries.ts";

type Scope = PriceScope & { name?: string };

interface Props {
  products: readonly PricedProduct[];
  scopes: readonly Scope[];
  at: { listId: string; from: number | null };
  edits: PriceEdits;
  mayEdit: boolean;
  onChange(key: string, amount: number | null): void;
}

const headOf = ({ name, currency }: Scope) =>
  name ? `${name} (${currency.toUpperCase()})` : currency.toUpperCase();

/** An empty cell is no price of the list: the price below it applies. */
export function PricesGrid(props: Props) {
  const { t } = useTranslation();
  const { products, scopes } = props;
  return (
    <Table.ScrollContainer minWidth={240 + scopes.length * 170} type="native">
      <Table aria-label={t("priceLists.prices")} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("priceLists.variant")}</Table.Th>
            {scopes.map((scope) => (
              <Table.Th key={scope.key}>{headOf(scope)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <Fragment key={product.id}>
              <Table.Tr>
                <Table.Th colSpan={scopes.length + 1} scope="colgroup">
                  {product.title}
                </Table.Th>
              </Table.Tr>
              {product.variants.map((variant) => (
                <VariantRow key={variant.id} {...props} product={product} variant={variant} />
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type RowProps = Props & { product: PricedProduct; variant: PricedProduct["variants"][number] };

function VariantRow({ product, variant, scopes, at, edits, mayEdit, onChange }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        {variant.title}
        {variant.sku && (
          <Text size="sm" c="dimmed">
            {variant.sku}
          </Text>
        )}
      </Table.Td>
      {scopes.map((scope) => {
        const key = cellKey(variant.id, scope);
        const typed = edits[key];
        const regular = regularPrice(variant, scope);
        return (
          <Table.Td key={key} miw={150}>
            <MoneyInput
              aria-label={t("priceLists.priceOf", {
                name: `${product.title}, ${variant.title}`,
                scope: headOf(scope),
              })}
              currency={scope.currency}
              disabled={!mayEdit}
              value={typed === undefined ? (priceInList(variant, { ...at, scope })?.amount ?? null) : typed}
              onChange={(amount) => onChange(key, amount)}
              data-changed={typed !== undefined || undefined}
            />
            <Text size="xs" c="dimmed">
              {t("priceLists.regular", { price: format.money(regular?.amount, scope.currency) })}
            </Text>
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
