import { Anchor, Button, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { locationsQuery } from "../../data/stock/stock-locations.ts";
import { useApi } from "../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../kit/form/use-action.ts";
import { useFormat } from "../../kit/format/format.ts";
import { ListFooter } from "../../kit/list/list-footer.tsx";
import { type Column, RowButtons, RowsTable } from "../../kit/list/rows-table.tsx";
import { PageError } from "../../kit/page/page-error.tsx";
import { PageLoading } from "../../kit/page/page-loading.tsx";
import { PageTitle } from "../../kit/page/page-title.tsx";
import { ReservationForm } from "./reservation-form.tsx";
import { RESERVATION_PAGE, type Reservation, reservationsQuery } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

export const reservationsRoute = createLazyRoute("/shell/stock/reservations")({
  component: ReservationsPage,
});

function ReservationsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("stock:write");
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/stock/reservations" });
  const { data: locations = [] } = useQuery(locationsQuery(api));
  const { data, error, refetch } = useQuery(reservationsQuery(api, search));
  const dialog = useDialog<Reservation>();
  const columns = useColumns(may ? dialog.open : null);
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  return (
    <Stack>
      <StockTabs />
      <Group justify="space-between">
        <PageTitle>{t("stock.reservations")}</PageTitle>
        {may && locations.length > 0 && (
          <Button onClick={() => dialog.open(null)}>{t("stock.reserve")}</Button>
        )}
      </Group>
      {locations.length === 0 && <Text c="dimmed">{t("stock.needsLocations")}</Text>}
      {locations.length > 1 && (
        <Select
          label={t("stock.location")}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={search.location ?? null}
          onChange={(location) =>
            navigate({ to: "/stock/reservations", search: location ? { location } : {} })
          }
          clearable
          w={{ base: "100%", sm: 240 }}
        />
      )}
      {data ? (
        <Paper withBorder p={data.reservations.length === 0 ? "md" : 0}>
          <RowsTable
            caption={t("stock.reservations")}
            rows={data.reservations}
            columns={columns}
            empty={t("stock.noReservations")}
          />
        </Paper>
      ) : (
        <PageLoading />
      )}
      <ListFooter
        count={data?.count}
        pageSize={RESERVATION_PAGE}
        page={search.page}
        onPage={(page) => navigate({ to: "/stock/reservations", search: { ...search, page } })}
      >
        {t("stock.reservationCount", { count: data?.count ?? 0 })}
      </ListFooter>
      <FormDialog
        title={t(dialog.row ? "stock.changeReservation" : "stock.reserve")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        <ReservationForm reservation={dialog.row} locations={locations} />
      </FormDialog>
    </Stack>
  );
}

const nameOf = ({ line_item, inventory_item, id }: Reservation) =>
  (line_item
    ? [line_item.title, line_item.description].filter(Boolean).join(" – ")
    : (inventory_item?.title ?? inventory_item?.sku)) ?? id;

function useColumns(onEdit: ((reservation: Reservation) => void) | null): Column<Reservation>[] {
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
