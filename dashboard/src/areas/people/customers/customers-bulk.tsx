import { useTranslation } from "react-i18next";
import { BulkTags } from "../../../data/people/bulk-tags.tsx";
import { nameOf } from "../../../data/people/customer-name.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { BulkBar } from "../../../kit/list/bulk-bar.tsx";
import type { List } from "../../../kit/list/list-declaration.ts";
import { useBulk } from "../../../kit/list/use-bulk.ts";
import { usePluginParts } from "../../../kit/plugins/plugin-parts.ts";
import { PluginSlot } from "../../../kit/plugins/plugin-slot.tsx";
import type { ListedCustomer } from "./customer-columns.tsx";
import { type NamedCustomer, readAllCustomers } from "./customer-queries.ts";
import type { CustomersSearch } from "./customers-search.ts";

/** One action for many customers, also for those on other pages. */
export function CustomersBulk({ list }: { list: List<CustomersSearch, ListedCustomer> }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const bulk = useBulk<NamedCustomer>({
    list,
    nameOf,
    readAll: () => readAllCustomers(api, list.search),
    refresh: ["customers", "customer", "tags"],
  });
  const { actionsOf } = usePluginParts();
  if (!may("customers:write") && !actionsOf.includes("customers")) return null;
  return (
    <BulkBar bulk={bulk} name={t("customers.bulk")} selected={t("customers.selected", { count: bulk.count })}>
      {may("customers:write") && <BulkTags kind="customer" bulk={bulk} />}
      <PluginSlot name="BulkActions" list="customers" bulk={bulk} />
    </BulkBar>
  );
}
