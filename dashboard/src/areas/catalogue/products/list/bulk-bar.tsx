import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../kit/api/api.ts";
import { BulkBar } from "../../../../kit/list/bulk-bar.tsx";
import type { List } from "../../../../kit/list/list-declaration.ts";
import { useBulk } from "../../../../kit/list/use-bulk.ts";
import { PluginSlot } from "../../../../kit/plugins/plugin-slot.tsx";
import { readAllProducts } from "../product-queries.ts";
import type { ProductSearch } from "../product-search.ts";
import { AddToMenu } from "./add-to-menu.tsx";
import { type BulkAction, doForProducts } from "./bulk-work.ts";
import type { ListedProduct } from "./product-columns.tsx";

/** One action for many products, also for those on other pages. */
export function ProductsBulk({ list }: { list: List<ProductSearch, ListedProduct> }) {
  const { t } = useTranslation();
  const api = useApi();
  const bulk = useBulk<Pick<ListedProduct, "id" | "title">>({
    list,
    nameOf: ({ title }) => title,
    readAll: () => readAllProducts(api, list.search),
    refresh: ["products"],
  });
  const { count } = bulk;
  const start = (action: BulkAction, confirm: string) =>
    void bulk.start({
      question: {
        title: t(`products.bulkAsk.${action.kind}`, { count }),
        text: t(action.kind === "delete" ? "products.deleteText" : "bulk.askText"),
        confirm,
        isHarmful: action.kind === "delete",
      },
      run: (ids, run) => doForProducts(api, { action, ids }, run),
    });
  const shared = { size: "compact-md", variant: "light", disabled: count === 0 || bulk.isPending } as const;
  return (
    <BulkBar bulk={bulk} name={t("products.bulk")} selected={t("products.selected", { count })}>
      {(["publish", "unpublish"] as const).map((kind) => (
        <Button key={kind} {...shared} onClick={() => start({ kind }, t(`products.${kind}`))}>
          {t(`products.${kind}`)}
        </Button>
      ))}
      <AddToMenu {...shared} onChoose={(action) => start(action, t("products.add"))} />
      <PluginSlot name="BulkActions" list="products" bulk={bulk} />
      <Button {...shared} color="red" onClick={() => start({ kind: "delete" }, t("products.delete"))}>
        {t("products.delete")}
      </Button>
    </BulkBar>
  );
}
