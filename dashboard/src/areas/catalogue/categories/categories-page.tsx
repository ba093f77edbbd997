import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { CategoryForm, type Edited } from "./category-form.tsx";
import type { Place } from "./category-moves.ts";
import { type Category, categoriesQuery } from "./category-queries.ts";
import { CategoryTree } from "./category-tree.tsx";

export const categoriesRoute = createLazyRoute("/shell/products/categories")({ component: CategoriesPage });

function CategoriesPage() {
  const { t } = useTranslation();
  const mayEdit = useMay()("products:write");
  const { data: tree, error, refetch } = useQuery(categoriesQuery(useApi()));
  const dialog = useDialog<Edited>();
  const { move, remove } = useCategoryActions();
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!tree) return <PageLoading />;
  const edited = dialog.row ?? { parentId: null };
  return (
    <Stack>
      <CatalogueTabs />
      <Group justify="space-between">
        <PageTitle>{t("catalogue.categories")}</PageTitle>
        {mayEdit && (
          <Button onClick={() => dialog.open({ parentId: null })}>{t("catalogue.newCategory")}</Button>
        )}
      </Group>
      {mayEdit && (
        <Text size="sm" c="dimmed">
          {t("catalogue.moveHint")}
        </Text>
      )}
      <Paper withBorder p="md">
        {tree.length === 0 ? (
          <Text c="dimmed">{t("catalogue.noCategories")}</Text>
        ) : (
          <CategoryTree
            tree={tree}
            mayEdit={mayEdit}
            onMove={move}
            onEdit={(category) => dialog.open({ category })}
            onAdd={({ id }) => dialog.open({ parentId: id })}
            onRemove={remove}
          />
        )}
      </Paper>
      <FormDialog
        title={"category" in edited ? edited.category.name : t("catalogue.newCategory")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        <CategoryForm edited={edited} />
      </FormDialog>
    </Stack>
  );
}

function useCategoryActions() {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["categories"]);
  return {
    move: ({ id, name }: Category, place: Place) =>
      void start({
        run: () =>
          api.POST("/admin/product-categories/{id}", {
            params: { path: { id }, query: { fields: "id", expand: "" } },
            body: place,
          }),
        done: t("catalogue.moved", { name }),
      }),
    remove: ({ id, name }: Category) =>
      void start({
        question: {
          title: t("product.deleteTitle", { title: name }),
          text: t("catalogue.deleteCategory"),
          confirm: t("products.delete"),
        },
        run: () => api.DELETE("/admin/product-categories/{id}", { params: { path: { id } } }),
        done: t("product.deleted", { title: name }),
      }),
  };
}
