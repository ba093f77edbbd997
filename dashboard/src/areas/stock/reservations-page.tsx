import { Anchor, Button, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { locationsQuery } from "../../data/stock/stock-locations.ts";
import { useApi } from "../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../kit/form/use-action.ts";
import { useFormat } from "../../kit/format/format.ts";
import type { List } from "../../kit/list/list-declaration.ts";
import { listPage } from "../../kit/list/list-page.tsx";
import { type Column, RowButtons } from "../../kit/list/rows-table.tsx";
import { withoutEmpty } from "../../kit/list/search-params.ts";
import { ItemFilter } from "./item-filter.tsx";
import { ReservationForm } from "./reservation-form.tsx";
import { RESERVATION_SORTS, type ReservationSearch } from "./reservation-search.ts";
import { RESERVATION_PAGE, type Reservation, reservationsQuery } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

type Reservations = List<ReservationSearch, Reservation, ReturnType<typeof useEditing>>;

export const reservationsRoute = createLazyRoute("/shell/stock/reservations")({
  component: listPage({
    title: "stock.reservations",
    query: reservationsQuery,
    rows: ({ reservations }) => reservations,
    pageSize: RESERVATION_PAGE,
    useShared: useEditing,
    useShortColumns: ({ shared: { may, dialog } }) => useReservationColumns(may ? dialog.open : null),
    sorts: RESERVATION_SORTS,
    empty: "stock.noReservations",
    count: "stock.reservationCount",
    Filters: ReservationFilters,
    Above: StockTabs,
    Actions: Reserve,
    Below: EditedReservation,
  }),
});

/** Where stock is, who may reserve it, and the reservation that is edited. */
function useEditing() {
  const { data: locations = [] } = useQuery(locationsQuery(useApi()));
  const may = useMay()("stock:write");
  const dialog = useDialog<Reservation>();
  return { locations, may, dialog };
}

function Reserve({ list: { shared } }: { list: Reservations }) {
  const { t } = useTranslation();
  if (!shared.may || shared.locations.length === 0) return null;
  return <Button onClick={() => shared.dialog.open(null)}>{t("stock.reserve")}</Button>;
}

/** A shop with one location has no location to choose. */
function ReservationFilters({ list: { search, show, shared } }: { list: Reservations }) {
  const { t } = useTranslation();
  const { locations } = shared;
  const { location, item } = search;
  if (locations.length === 0) return <Text c="dimmed">{t("stock.needsLocations")}</Text>;
  return (
    <Group align="flex-end">
      <ItemFilter
        search={search}
        change={(changed) => show(withoutEmpty({ location, ...changed } as ReservationSearch))}
      />
      {locations.length > 1 && (
        <Select
          label={t("stock.location")}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={location ?? null}
          onChange={(chosen) => show(withoutEmpty({ item, location: chosen } as ReservationSearch))}
          clearable
          w={{ base: "100%", sm: 240 }}
        />
      )}
    </Group>
  );
}

function EditedReservation({ list: { shared } }: { list: Reservations }) {
  const { t } = useTranslation();
  const { row, opened, close } = shared.dialog;
  return (
    <FormDialog title={t(row ? "stock.changeReservation" : "stock.reserve")} opened={opened} onClose={close}>
      <ReservationForm reservation={row} locations={shared.locations} />
    </FormDialog>
  );
}

const nameOf = ({ line_item, inventory_item, id }: Reservation) =>
  (line_item
    ? [line_item.title, line_item.description].filter(Boolean).join(" – ")
    : (inventory_item?.title ?? inventory_item?.sku)) ?? id;

function useReservationColumns(onEdit: ((reservation: Reservation) => void) | null): Column<Reservation>[] {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { start } = useAction(["stock"]);
  return useMemo(() => {
    const remove = (reservation: Reservation) =>
      start({
        question: {
          title: t("stock.removeReservation", { name: nameOf(reservation) }),
          text: t(reservation.line_item_id ? "stock.removeForOrder" : "stock.removeText"),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/reservations/{id}", { params: { path: { id: reservation.id } } }),
        done: t("stock.removed"),
      });
    return [
      { id: "item", header: t("stock.item"), cell: nameOf },
      {
        id: "sku",
        isWide: true,
        header: t("product.fields.sku"),
        cell: ({ inventory_item }) => inventory_item?.sku ?? "–",
      },
      {
        id: "location",
        isWide: true,
        header: t("stock.location"),
        cell: ({ location }) => location?.name ?? "–",
      },
      { id: "quantity", header: t("stock.quantity"), cell: ({ quantity }) => format.number(quantity) },
      {
        id: "reason",
        header: t("stock.reason"),
        cell: ({ line_item, description }) =>
          line_item?.order_id ? (
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to="/orders/$id" params={{ id: line_item.order_id! }} />
              )}
            >
              {t("stock.forOrder")}
            </Anchor>
          ) : (
            (description ?? "–")
          ),
      },
      {
        id: "since",
        isWide: true,
        header: t("stock.since"),
        cell: ({ created_at }) => format.time(created_at),
      },
      {
        id: "buttons",
        header: t("product.actions"),
        cell: (reservation) =>
          onEdit && (
            <RowButtons
              name={nameOf(reservation)}
              onEdit={() => onEdit(reservation)}
              onRemove={() => void remove(reservation)}
            />
          ),
      },
    ];
  }, [t, api, format, start, onEdit]);
}
