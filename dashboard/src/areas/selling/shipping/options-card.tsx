import { Badge, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import type { Region } from "../../../data/shop/settings-queries.ts";
import { shippingOptionsQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { OptionForm } from "./option-form.tsx";
import type { ShippingOption } from "./option-values.ts";

interface Props {
  region: Region;
  /** Options to send goods back. */
  isReturn: boolean;
}

export function OptionsCard({ region, isReturn }: Props) {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const options = useQuery(shippingOptionsQuery(useApi(), region.id));
  const dialog = useDialog<ShippingOption>();
  const columns = useColumns(region.currency_code, may ? dialog.open : null);
  const kind = isReturn ? "back" : "out";
  return (
    <Card
      title={t(`settings.shipping.${kind}`)}
      text={t(`settings.shipping.${kind}Text`)}
      actions={
        may && <Button onClick={() => dialog.open(null)}>{t(`settings.shipping.${kind}Create`)}</Button>
      }
    >
      <Loaded of={options} isPart>
        {(data) => (
          <RowsTable
            caption={t(`settings.shipping.${kind}`)}
            rows={data.filter(({ is_return }) => is_return === isReturn)}
            columns={columns}
            empty={t(`settings.shipping.${kind}None`)}
          />
        )}
      </Loaded>
      <FormDialog
        title={dialog.row ? dialog.row.name : t(`settings.shipping.${kind}Create`)}
        opened={dialog.opened}
        onClose={dialog.close}
        size="lg"
      >
        <OptionForm option={dialog.row} region={region} isReturn={isReturn} />
      </FormDialog>
    </Card>
  );
}

function useColumns(
  currency: string,
  onEdit: ((option: ShippingOption) => void) | null,
): Column<ShippingOption>[] {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { start } = useAction(["shipping-options"]);
  return useMemo(() => {
    const remove = ({ id, name }: ShippingOption) =>
      start({
        question: {
          title: t("settings.removeTitle", { name }),
          text: t("settings.shipping.removeText"),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/shipping-options/{id}", { params: { path: { id } } }),
        done: t("settings.removed", { name }),
      });
    const limit = ({ type, amount }: ShippingOption["requirements"][number]) =>
      t(`settings.shipping.limits.${type}`, { amount: format.money(amount, currency) });
    return [
      {
        id: "name",
        header: t("settings.name"),
        cell: ({ name, admin_only }) => (
          <Group gap="xs">
            {name}
            {admin_only && <Badge variant="light">{t("settings.shipping.adminOnlyShort")}</Badge>}
          </Group>
        ),
      },
      {
        id: "price",
        header: t("settings.shipping.price"),
        cell: ({ price_type, amount }) =>
          price_type === "flat_rate" ? format.money(amount, currency) : t("settings.shipping.calculated"),
      },
      {
        id: "limits",
        isWide: true,
        header: t("settings.shipping.requirements"),
        cell: ({ requirements }) => requirements.map(limit).join(", ") || "–",
      },
      {
        id: "profile",
        isWide: true,
        header: t("settings.shipping.profile"),
        cell: ({ profile }) => profile?.name ?? "–",
      },
      {
        id: "buttons",
        header: "",
        cell: (option) =>
          onEdit && (
            <RowButtons
              name={option.name}
              onEdit={() => onEdit(option)}
              onRemove={() => void remove(option)}
            />
          ),
      },
    ];
  }, [t, api, format, start, currency, onEdit]);
}
