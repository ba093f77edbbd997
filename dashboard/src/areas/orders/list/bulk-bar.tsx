import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { BulkAssign } from "../../../data/people/bulk-assign.tsx";
import { BulkTags } from "../../../data/people/bulk-tags.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { showRefusal } from "../../../kit/form/show-refusal.ts";
import { BulkBar } from "../../../kit/list/bulk-bar.tsx";
import { doForAll } from "../../../kit/list/do-for-all.ts";
import type { List } from "../../../kit/list/list-declaration.ts";
import { useBulk } from "../../../kit/list/use-bulk.ts";
import { PluginSlot } from "../../../kit/plugins/plugin-slot.tsx";
import { MOST_SLIPS } from "../print/slip-search.ts";
import { BULK_ACTIONS, type BulkAction, PERMISSIONS, STEPS } from "./bulk-work.ts";
import type { ListedOrder } from "./order-columns.tsx";
import type { OrderSearch } from "./order-search.ts";
import { readAllOrders } from "./orders-query.ts";

/** One action for many orders, also for those on other pages. */
export function OrdersBulk({ list }: { list: List<OrderSearch, ListedOrder> }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const bulk = useBulk<ListedOrder>({
    list,
    nameOf: ({ display_id }) => `#${display_id}`,
    readAll: () => readAllOrders(api, list.search),
    refresh: ["orders", "order", "tags"],
  });
  const { count } = bulk;
  const start = (action: BulkAction) =>
    bulk.start({
      question: {
        title: t(`bulk.orders.${action}`, { count }),
        text: t("bulk.askText"),
        confirm: t(`orders.actions.${action}`),
        isHarmful: false,
      },
      run: (ids, run) => doForAll(ids, (id) => STEPS[action](api, id), run),
    });
  return (
    <BulkBar bulk={bulk} name={t("orders.bulk")} selected={t("orders.selected", { count })}>
      {BULK_ACTIONS.filter((action) => may(PERMISSIONS[action])).map((action) => (
        <Button
          key={action}
          size="compact-md"
          variant="light"
          disabled={count === 0 || bulk.isPending}
          onClick={() => void start(action)}
        >
          {t(`orders.actions.${action}`)}
        </Button>
      ))}
      {may("orders:write") && (
        <>
          <BulkTags kind="order" bulk={bulk} />
          <BulkAssign bulk={bulk} />
        </>
      )}
      <PluginSlot name="BulkActions" list="orders" bulk={bulk} />
      {count > 0 &&
        (bulk.isAll ? (
          <AllSlipsButton search={list.search} count={count} />
        ) : (
          <SlipsButton ids={list.selected} />
        ))}
    </BulkBar>
  );
}

/** All packing slips of the selection, in one print. */
function SlipsButton({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/orders/slips" search={{ ids: ids.join(",") }} />}
    >
      {t("print.packingSlip")}
    </Button>
  );
}

/** Those of all orders that the filters find, as many as one print takes. */
function AllSlipsButton({ search, count }: { search: OrderSearch; count: number }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const read = useMutation({
    mutationFn: () => readAllOrders(api, search),
    onSuccess: (orders) =>
      navigate({ to: "/orders/slips", search: { ids: orders.map(({ id }) => id).join(",") } }),
    onError: (error) => showRefusal(error, t),
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      disabled={count > MOST_SLIPS}
      title={count > MOST_SLIPS ? t("print.most", { count: MOST_SLIPS }) : undefined}
      loading={read.isPending}
      onClick={() => read.mutate()}
    >
      {t("print.packingSlip")}
    </Button>
  );
}
