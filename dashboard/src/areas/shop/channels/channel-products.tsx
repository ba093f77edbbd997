import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { findProducts } from "../../../data/catalogue/product-choices.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { CHANNEL_PRODUCTS, channelProductsQuery } from "../shop-queries.ts";

type Product = { id: string; title?: string };

/** What the channel offers. */
export function ChannelProducts({ id }: { id: string }) {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: "/shell/settings/channels/$id" });
  const products = useQuery(channelProductsQuery(useApi(), id, page));
  const columns = useColumns(id, may);
  return (
    <Card title={t("settings.channels.products")} text={t("settings.channels.productsText")}>
      {may && <AddProducts id={id} />}
      <Loaded of={products} isPart>
        {({ products: rows, count }) => (
          <>
            <RowsTable
              caption={t("settings.channels.products")}
              rows={rows as Product[]}
              columns={columns}
              empty={t("settings.channels.noProducts")}
            />
            <ListFooter
              count={count}
              pageSize={CHANNEL_PRODUCTS}
              page={page}
              onPage={(next) =>
                void navigate({ to: "/settings/channels/$id", params: { id }, search: { page: next } })
              }
            >
              {t("settings.channels.productCount", { count })}
            </ListFooter>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function useColumns(id: string, mayRemove: boolean): Column<Product>[] {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["sales-channels", "products"]);
  return useMemo(() => {
    const remove = ({ id: product, title = product }: Product) =>
      start({
        run: () =>
          api.DELETE("/admin/sales-channels/{id}/products/batch", {
            params: { path: { id } },
            body: { product_ids: [{ id: product }] },
          }),
        done: t("settings.removed", { name: title }),
      });
    return [
      { id: "title", header: t("settings.channels.product"), cell: ({ title }) => title },
      {
        id: "buttons",
        header: "",
        cell: (product) =>
          mayRemove && (
            <RowButtons name={product.title ?? product.id} onRemove={() => void remove(product)} />
          ),
      },
    ];
  }, [t, api, start, id, mayRemove]);
}

function AddProducts({ id }: { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const [chosen, setChosen] = useState<string[]>([]);
  const action = useAction(["sales-channels", "products"]);
  const add = () =>
    action.start({
      run: () =>
        api.POST("/admin/sales-channels/{id}/products/batch", {
          params: { path: { id } },
          body: { product_ids: chosen.map((product) => ({ id: product })) },
        }),
      done: t("settings.channels.added", { count: chosen.length }),
      onDone: () => setChosen([]),
    });
  return (
    <Group align="flex-end">
      <FoundMultiSelect
        label={t("settings.channels.addProducts")}
        searchKey={["products", "choices"]}
        find={(text) => findProducts(api, text)}
        value={chosen}
        onChange={setChosen}
        flex={1}
        miw={220}
      />
      <Button disabled={chosen.length === 0} loading={action.isPending} onClick={() => void add()}>
        {t("action.add")}
      </Button>
    </Group>
  );
}
