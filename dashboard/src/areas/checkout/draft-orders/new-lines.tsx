import { Alert, Button, Fieldset, Group, Stack, Table, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PriceContext, VariantSelect } from "../../../data/catalogue/variant-select.tsx";
import {
  LineFieldsButton,
  LineFieldTexts,
  useNewLineFields,
} from "../../../data/platform/custom-fields/line-fields.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import type { GoodsValue } from "../../../data/shop/delivery-options.ts";
import { type RegionPrices, useRegionPrices } from "../../../data/shop/region-prices.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import type { NewLine } from "./draft-queries.ts";

const NOTHING: readonly string[] = [];

export type ChosenLine = NewLine & {
  key: string;
  label: string;
  /** The price of a piece with taxes, as far as it is known. Null: it is not. */
  gross: number | null;
};

/** About what the goods are worth, by the tax rate of the region. Null: not known. */
export function valueOfNew(
  lines: readonly ChosenLine[],
  prices: RegionPrices | undefined,
): GoodsValue | null {
  if (!prices || lines.length === 0 || lines.some(({ gross }) => gross === null)) return null;
  const gross = lines.reduce((sum, line) => sum + line.gross! * line.quantity, 0);
  return { gross, net: Math.round(gross / (1 + prices.taxRate / 100)) };
}

interface Props {
  context: PriceContext & { currency_code: string };
  lines: readonly ChosenLine[];
  error: ReactNode;
  onChange(lines: ChosenLine[]): void;
}

/** The goods of a new draft: of the catalogue, or with a title and a price of their own. */
export function NewLines({ context, lines, error, onChange }: Props) {
  const { t } = useTranslation();
  const newLine = useNewLineFields(NOTHING);
  const setFields = (line: ChosenLine, custom_fields: object | undefined) =>
    onChange(
      lines.map((each) =>
        each.key === line.key
          ? { ...each, custom_fields: { ...each.custom_fields, ...custom_fields } }
          : each,
      ),
    );
  const set = (key: string, quantity: number) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, quantity } : line)));
  return (
    <Fieldset legend={t("order.goods")}>
      <Stack>
        {lines.length > 0 && (
          <Table aria-label={t("order.goods")}>
            <Table.Tbody>
              {lines.map((line) => (
                <Table.Tr key={line.key}>
                  <Table.Td>
                    {line.label}
                    <LineFieldTexts line={line} />
                    <LineFieldsButton
                      line={line}
                      title={line.label}
                      refresh={NOTHING}
                      save={async ({ custom_fields }) => setFields(line, custom_fields)}
                    />
                  </Table.Td>
                  <Table.Td w={110}>
                    <NumberInput
                      aria-label={t("edit.quantityOf", { title: line.label })}
                      min={1}
                      value={line.quantity}
                      onChange={(typed) => set(line.key, Math.max(1, Number(typed) || 1))}
                    />
                  </Table.Td>
                  <Table.Td w={110}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t("edit.removeLine", { title: line.label })}
                      onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
                    >
                      {t("edit.remove")}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <AddGoods
          context={context}
          onAdd={(line, label, gross) =>
            newLine.ask(label, (fields) =>
              onChange([
                ...lines,
                { ...line, ...fields, key: `${lines.length}-${Date.now()}`, label, gross },
              ]),
            )
          }
        />
        {newLine.dialog}
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
      </Stack>
    </Fieldset>
  );
}

interface AddProps {
  context: PriceContext & { currency_code: string };
  onAdd(line: NewLine, label: string, gross: number | null): void;
}

export function AddGoods({ context, onAdd }: AddProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const prices = useRegionPrices(context.region_id ?? null);
  return (
    <>
      <VariantSelect
        label={t("edit.add")}
        description={prices && t(prices.isGross ? "drafts.pricesGross" : "drafts.pricesNet")}
        context={context}
        isAsWritten
        onChoose={(variant) =>
          onAdd(
            { variant_id: variant.id, quantity: 1 },
            [variant.title, format.money(variant.shown, context.currency_code)].join(" · "),
            variant.price,
          )
        }
      />
      {may("payments:write") && <AddOwnGoods context={context} onAdd={onAdd} />}
    </>
  );
}

/** Who sets a price decides what the shop gets. */
function AddOwnGoods({ context, onAdd }: AddProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [title, setTitle] = useState("");
  const [price, setPrice] = useState<number | null>(null);
  const prices = useRegionPrices(context.region_id ?? null);
  const addOwn = () => {
    if (title.trim() === "" || price === null || !prices) return;
    const label = `${title.trim()} · ${format.money(price, context.currency_code)}`;
    const gross = prices.isGross ? price : Math.round(price * (1 + prices.taxRate / 100));
    const line = { title: title.trim(), unit_price: price, includes_tax: prices.isGross, quantity: 1 };
    onAdd({ ...line, is_taxed: true }, label, gross);
    setTitle("");
    setPrice(null);
  };
  return (
    <Group align="flex-end">
      <TextInput
        label={t("drafts.ownTitle")}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        flex={1}
        miw={180}
      />
      <MoneyInput
        label={t(prices?.isGross ? "drafts.ownPriceGross" : "drafts.ownPriceNet")}
        currency={context.currency_code}
        value={price}
        onChange={setPrice}
        w={200}
      />
      <Button variant="light" disabled={title.trim() === "" || price === null} onClick={addOwn}>
        {t("drafts.addOwn")}
      </Button>
    </Group>
  );
}
