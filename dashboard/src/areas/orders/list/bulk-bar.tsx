import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { BulkAssign } from "../../../data/people/bulk-assign.tsx";
import { BulkTags } from "../../../data/people/bulk-tags.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { BulkBar } from "../../../kit/list/bulk-bar.tsx";
import { doForAll } from "../../../kit/list/do-for-all.ts";
import type { List } from "../../../kit/list/list-declaration.ts";
import { useBulk } from "../../../kit/list/use-bulk.ts";
import { PluginSlot } from "../../../kit/plugins/plugin-slot.tsx";
import { BULK_ACTIONS, type BulkAction, PERMISSIONS, STEPS } from "./bulk-work.ts";
import type { ListedOrder } from "./order-columns.tsx";
import type { OrderSearch } from "./order-search.ts";
import { readAllOrders } from "./orders-query.ts";
import { AllSlipsButton, SlipsButton } from "./slips-buttons.tsx";

/** One action for many orders, also for those on other pages. */
export function OrdersBulk({ list }: { list: List<OrderSearch, ListedOrder> }) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const api = useApi();
  const may = useMay();
  const bulk = useBulk<ListedOrder>({
    list,
    nameOf: (order) => `#${numberOf(order)}`,
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
