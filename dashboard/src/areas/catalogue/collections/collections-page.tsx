import { Anchor, Button } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import type { List } from "../../../kit/list/list-declaration.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { type Column, RowButtons } from "../../../kit/list/rows-table.tsx";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { CollectionForm } from "./collection-form.tsx";
import { COLLECTION_PAGE, collectionPageQuery } from "./collection-queries.ts";
import { COLLECTION_SORTS, type CollectionSearch, USUAL_ORDER } from "./collection-search.ts";

type Collection = Schemas["AdminListedCollection"];
type Collections = List<CollectionSearch, Collection, ReturnType<typeof useEditing>>;

export const collectionsRoute = createLazyRoute("/shell/products/collections")({
  component: listPage({
    title: "catalogue.collections",
    query: collectionPageQuery,
    rows: ({ collections }) => collections,
    pageSize: COLLECTION_PAGE,
    useShared: useEditing,
    useShortColumns: ({ shared: { may, dialog } }) => useCollectionColumns(may ? dialog.open : null),
    sorts: COLLECTION_SORTS,
    defaultOrder: USUAL_ORDER,
    empty: "catalogue.noCollections",
    count: "catalogue.collectionCount",
    find: { label: "products.find", width: 280 },
    Above: CatalogueTabs,
    Actions: NewCollection,
    Below: EditedCollection,
  }),
});

/** Who may edit collections, and the one that is edited. */
function useEditing() {
  const may = useMay()("products:write");
  const dialog = useDialog<Collection>();
  return { may, dialog };
}

function NewCollection({ list: { shared } }: { list: Collections }) {
  const { t } = useTranslation();
  if (!shared.may) return null;
  return <Button onClick={() => shared.dialog.open(null)}>{t("catalogue.newCollection")}</Button>;
}

function EditedCollection({ list: { shared } }: { list: Collections }) {
  const { t } = useTranslation();
  const { row, opened, close } = shared.dialog;
  return (
    <FormDialog title={row?.title ?? t("catalogue.newCollection")} opened={opened} onClose={close}>
      <CollectionForm id={row?.id ?? null} />
    </FormDialog>
  );
}

function useCollectionColumns(onEdit: ((collection: Collection) => void) | null): Column<Collection>[] {
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
