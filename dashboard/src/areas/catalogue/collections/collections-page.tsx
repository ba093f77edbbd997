import { Anchor, Button, Group, Paper, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { CollectionForm } from "./collection-form.tsx";
import { COLLECTION_PAGE, collectionPageQuery } from "./collection-queries.ts";

type Collection = Schemas["AdminListedCollection"];

export const collectionsRoute = createLazyRoute("/shell/products/collections")({
  component: CollectionsPage,
});

function CollectionsPage() {
  const { t } = useTranslation();
  const may = useMay()("products:write");
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/products/collections" });
  const { data, error, refetch } = useQuery(collectionPageQuery(useApi(), search));
  const dialog = useDialog<Collection>();
  const columns = useColumns(may ? dialog.open : null);
  const show = (changed: typeof search) =>
    navigate({ to: "/products/collections", search: withoutEmpty(changed) });
  const find = useDebouncedCallback((q: string) => show({ q }), 250);
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  return (
    <Stack>
      <CatalogueTabs />
      <Group justify="space-between">
        <PageTitle>{t("catalogue.collections")}</PageTitle>
        {may && <Button onClick={() => dialog.open(null)}>{t("catalogue.newCollection")}</Button>}
      </Group>
      <TextInput
        label={t("products.find")}
        defaultValue={search.q ?? ""}
        onChange={({ currentTarget }) => find(currentTarget.value.trim())}
        leftSection={<IconSearch size={16} aria-hidden />}
        w={{ base: "100%", sm: 280 }}
      />
      {data ? (
        <Paper withBorder p={data.collections.length === 0 ? "md" : 0}>
          <RowsTable
            caption={t("catalogue.collections")}
            rows={data.collections}
            columns={columns}
            empty={t("catalogue.noCollections")}
          />
        </Paper>
      ) : (
        <PageLoading />
      )}
      <ListFooter
        count={data?.count}
        pageSize={COLLECTION_PAGE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("catalogue.collectionCount", { count: data?.count ?? 0 })}
      </ListFooter>
      <FormDialog
        title={dialog.row?.title ?? t("catalogue.newCollection")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        <CollectionForm id={dialog.row?.id ?? null} />
      </FormDialog>
    </Stack>
  );
}

function useColumns(onEdit: ((collection: Collection) => void) | null): Column<Collection>[] {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { start } = useAction(["collections", "products", "product"]);
  return useMemo(() => {
    const remove = ({ id, title }: Collection) =>
      start({
        question: {
          title: t("product.deleteTitle", { title }),
          text: t("catalogue.deleteCollection"),
          confirm: t("products.delete"),
        },
        run: () => api.DELETE("/admin/collections/{id}", { params: { path: { id } } }),
        done: t("product.deleted", { title }),
      });
    return [
      { id: "title", header: t("products.title"), cell: ({ title }) => title },
      { id: "handle", isWide: true, header: t("product.fields.handle"), cell: ({ handle }) => handle ?? "–" },
      {
        id: "products",
        header: t("nav.products"),
        cell: ({ id }) => (
          <Anchor renderRoot={(props) => <Link {...props} to="/products" search={{ collection_id: [id] }} />}>
            {t("catalogue.showProducts")}
          </Anchor>
        ),
      },
      {
        id: "changed",
        isWide: true,
        header: t("products.changed"),
        cell: ({ updated_at }) => format.time(updated_at),
      },
      {
        id: "buttons",
        header: t("product.actions"),
        cell: (collection) =>
          onEdit && (
            <RowButtons
              name={collection.title}
              onEdit={() => onEdit(collection)}
              onRemove={() => void remove(collection)}
            />
          ),
      },
    ];
  }, [t, api, format, start, onEdit]);
}
