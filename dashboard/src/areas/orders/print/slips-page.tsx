import { Alert, Stack, Text } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { tabTitle } from "../../../kit/page/page-title.tsx";
import { readOrder } from "../order-actions.ts";
import { PackingSlip } from "./packing-slip.tsx";
import { type Order, PrintBar } from "./print-page.tsx";
import { idsIn, MOST_SLIPS } from "./slip-search.ts";

export const slipsRoute = createLazyRoute("/shell/orders/slips")({ component: SlipsPage });

const AT_ONCE = 5;

/** A few at a time: a packer prints the orders of a day. */
async function readOrders(api: Api, ids: readonly string[]): Promise<Order[]> {
  const orders: Order[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    orders.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => readOrder(api, id)))));
  }
  return orders;
}

/** The packing slips of several orders, each on a page of its own. */
function SlipsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const ids = idsIn(useSearch({ from: "/shell/orders/slips" }));
  const shown = ids.slice(0, MOST_SLIPS);
  const { data, error, refetch } = useQuery({
    queryKey: ["orders", "slips", shown],
    queryFn: () => readOrders(api, shown),
  });
  useDocumentTitle(tabTitle(t("print.slips", { count: ids.length })));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <PageLoading />;
  return (
    <Stack>
      <PrintBar back={<BackLink to="/orders">{t("orders.back")}</BackLink>} />
      <Text component="h1" className="no-print" size="xl" fw={700}>
        {t("print.slips", { count: data.length })}
      </Text>
      {data.length === 0 && <Text c="dimmed">{t("print.noSlips")}</Text>}
      {ids.length > shown.length && (
        <Alert color="orange" className="no-print" role="alert">
          {t("print.tooMany", { count: MOST_SLIPS, all: ids.length })}
        </Alert>
      )}
      {data.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </Stack>
  );
}
