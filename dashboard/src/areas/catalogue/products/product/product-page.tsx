import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../kit/api/api.ts";
import { BackLink } from "../../../../kit/page/back-link.tsx";
import { PageError } from "../../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../../kit/page/page-title.tsx";
import { PluginSlot } from "../../../../kit/plugins/plugin-slot.tsx";
import { ProductForm } from "../form/product-form.tsx";
import type { Product } from "../product-draft.ts";
import { productQuery } from "../product-queries.ts";
import { ProductStatusBadge } from "../product-status.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ProductMenu } from "./product-menu.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useProductEditor } from "./use-product-editor.ts";

export const productRoute = createLazyRoute("/shell/products/$id")({ component: ProductPage });

function ProductPage() {
  const { id } = useParams({ from: "/shell/products/$id" });
  const { data: product, error, refetch } = useQuery(productQuery(useApi(), id));
  if (error && !product) return <PageError error={error} reset={() => void refetch()} />;
  if (!product) return <PageLoading />;
  return <ProductEditor key={id} product={product} />;
}

function ProductEditor({ product }: { product: Product }) {
  const { t } = useTranslation();
  const edit = useProductEditor(product);
  const [isTried, setIsTried] = useState(false);
  const hasTitle = edit.draft.title.trim() !== "";
  const save = () => {
    setIsTried(true);
    if (hasTitle) edit.save();
  };
  return (
    <Stack>
      <BackLink to="/products">{t("product.back")}</BackLink>
      <Group justify="space-between">
        <Group gap="sm">
          <PageTitle>{edit.base.title}</PageTitle>
          <ProductStatusBadge status={edit.base.status} />
        </Group>
        <ProductMenu id={product.id} title={edit.base.title} />
      </Group>
      {edit.conflicts && (
        <ConflictPanel
          id={product.id}
          draft={edit.draft}
          conflicts={edit.conflicts}
          onDecide={edit.decide}
          onCancel={edit.forgetConflicts}
        />
      )}
      <ProductForm
        version={edit.version}
        draft={edit.draft}
        update={edit.update}
        titleError={isTried && !hasTitle ? t("form.required") : null}
        error={edit.error}
      />
      <PluginSlot name="Cards" on="product" row={product} />
      {edit.isDirty && !edit.conflicts && (
        <SaveBar
          error={edit.error}
          isSaving={edit.isSaving}
          submit={t("action.save")}
          onSave={save}
          onDiscard={edit.discard}
        />
      )}
    </Stack>
  );
}
