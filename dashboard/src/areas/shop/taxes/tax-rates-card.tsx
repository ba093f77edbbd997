import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import type { Region } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { taxRatesQuery } from "../shop-queries.ts";
import { type TaxRate, TaxRateForm } from "./tax-rate-form.tsx";

/** The rates that hold for some things only. */
export function TaxRatesCard({ region }: { region: Region }) {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const rates = useQuery(taxRatesQuery(useApi(), region.id));
  const dialog = useDialog<TaxRate>();
  const columns = useColumns(may ? dialog.open : null);
  return (
    <Card
      title={t("settings.taxes.rates")}
      text={t("settings.taxes.ratesText")}
      actions={may && <Button onClick={() => dialog.open(null)}>{t("settings.taxes.createRate")}</Button>}
    >
      <Loaded of={rates} isPart>
        {(data) => (
          <RowsTable
            caption={t("settings.taxes.rates")}
            rows={data}
            columns={columns}
            empty={t("settings.taxes.noRates")}
          />
        )}
      </Loaded>
      <FormDialog
        title={dialog.row ? dialog.row.name : t("settings.taxes.createRate")}
        opened={dialog.opened}
        onClose={dialog.close}
        size="lg"
      >
        <TaxRateForm rate={dialog.row} region={region} />
      </FormDialog>
    </Card>
  );
}

function useColumns(onEdit: ((rate: TaxRate) => void) | null): Column<TaxRate>[] {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { start } = useAction(["tax-rates", "shipping-options"]);
  return useMemo(() => {
    const remove = ({ id, name, products, product_types, shipping_options }: TaxRate) =>
      start({
        question: {
          title: t("settings.removeTitle", { name }),
          text: t("settings.taxes.removeText", {
            count: targetsOf({ products, product_types, shipping_options }),
          }),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/tax-rates/{id}", { params: { path: { id } } }),
        done: t("settings.removed", { name }),
      });
    return [
      { id: "name", header: t("settings.name"), cell: ({ name }) => name },
      { id: "code", isWide: true, header: t("settings.taxes.code"), cell: ({ code }) => code ?? "–" },
      {
        id: "rate",
        header: t("settings.taxes.rate"),
        cell: ({ rate }) => (rate === null ? "–" : format.percent(rate / 100)),
      },
      {
        id: "targets",
        isWide: true,
        header: t("settings.taxes.targets"),
        cell: (rate) => t("settings.taxes.targetCount", { count: targetsOf(rate) }),
      },
      {
        id: "buttons",
        header: "",
        cell: (rate) =>
          onEdit && (
            <RowButtons name={rate.name} onEdit={() => onEdit(rate)} onRemove={() => void remove(rate)} />
          ),
      },
    ];
  }, [t, api, format, start, onEdit]);
}

const targetsOf = ({
  products,
  product_types,
  shipping_options,
}: Pick<TaxRate, "products" | "product_types" | "shipping_options">) =>
  (products?.length ?? 0) + (product_types?.length ?? 0) + (shipping_options?.length ?? 0);
