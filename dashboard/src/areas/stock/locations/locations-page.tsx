import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { placeLines } from "../../../data/people/address-lines.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { type Location, LocationForm } from "./location-form.tsx";
import { locationsQuery } from "./location-queries.ts";

export const locationsRoute = createLazyRoute("/shell/settings/locations")({ component: LocationsPage });

function LocationsPage() {
  const { t } = useTranslation();
  const may = useMay()("stock:write");
  const locations = useQuery(locationsQuery(useApi()));
  const dialog = useDialog<Location>();
  const columns = useColumns(may ? dialog.open : null);
  return (
    <SectionPage
      title={t("nav.sections.locations")}
      text={t("settings.texts.locations")}
      actions={may && <Button onClick={() => dialog.open(null)}>{t("settings.locations.create")}</Button>}
    >
      <Loaded of={locations}>
        {(data) => (
          <>
            {data.length === 0 && <Alert>{t("settings.locations.none")}</Alert>}
            {data.length > 0 && (
              <Card>
                <RowsTable caption={t("nav.sections.locations")} rows={data} columns={columns} empty="–" />
              </Card>
            )}
            <FormDialog
              title={dialog.row ? dialog.row.name : t("settings.locations.create")}
              opened={dialog.opened}
              onClose={dialog.close}
            >
              <LocationForm location={dialog.row} isFirst={data.length === 0} />
            </FormDialog>
          </>
        )}
      </Loaded>
    </SectionPage>
  );
}

function useColumns(onEdit: ((location: Location) => void) | null): Column<Location>[] {
  const { t } = useTranslation();
  const api = useApi();
  const { nameOf } = useCountries();
  const { start } = useAction(["stock-locations", "sales-channels"]);
  return useMemo(() => {
    const remove = ({ id, name }: Location) =>
      start({
        question: {
          title: t("settings.removeTitle", { name }),
          text: t("settings.locations.removeText"),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/stock-locations/{id}", { params: { path: { id } } }),
        done: t("settings.removed", { name }),
      });
    const shownAddress = ({ address }: Location) =>
      address
        ? [address.address_1, ...placeLines(address), nameOf(address.country_code)].filter(Boolean).join(", ")
        : "–";
    return [
      { id: "name", header: t("settings.name"), cell: ({ name }) => name },
      { id: "address", header: t("settings.locations.address"), cell: shownAddress },
      {
        id: "channels",
        isWide: true,
        header: t("settings.locations.channels"),
        cell: ({ sales_channels }) => sales_channels?.map(({ name }) => name).join(", ") || "–",
      },
      {
        id: "buttons",
        header: "",
        cell: (location) =>
          onEdit && (
            <RowButtons
              name={location.name}
              onEdit={() => onEdit(location)}
              onRemove={() => void remove(location)}
            />
          ),
      },
    ];
  }, [t, api, nameOf, start, onEdit]);
}
