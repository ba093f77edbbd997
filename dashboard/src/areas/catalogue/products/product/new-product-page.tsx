import { Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { storeQuery } from "../../../../data/shop/shop-queries.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { isEqual } from "../../../../kit/form/merge.ts";
import { showRefusal } from "../../../../kit/form/show-refusal.ts";
import { useUnsaved } from "../../../../kit/form/use-unsaved.ts";
import { BackLink } from "../../../../kit/page/back-link.tsx";
import { PageError } from "../../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../../kit/page/page-title.tsx";
import { ProductForm } from "../form/product-form.tsx";
import { copyOf, draftOf, emptyDraft, type ProductDraft } from "../product-draft.ts";
import { productQuery } from "../product-queries.ts";
import { createProduct, presentNewProduct } from "../save-product.ts";
import { useShopFields } from "../use-shop-fields.ts";
import { SaveBar } from "./save-bar.tsx";

export const newProductRoute = createLazyRoute("/shell/products/new")({ component: NewProductPage });

/** An empty product, or one like that of `from`. */
function NewProductPage() {
  const { t } = useTranslation();
  const api = useApi();
  const fields = useShopFields();
  const { from } = useSearch({ from: "/shell/products/new" });
  const store = useQuery({ ...storeQuery(api), enabled: useMay()("settings:read") });
  const original = useQuery({ ...productQuery(api, from ?? ""), enabled: from !== undefined });
  if (original.error) return <PageError error={original.error} reset={() => void original.refetch()} />;
  if (store.isLoading || original.isLoading) return <PageLoading />;
  const channel = store.data?.default_sales_channel_id;
  const first = original.data
    ? copyOf(draftOf(original.data, fields), t("product.copyOf", { title: original.data.title }))
    : emptyDraft({ channels: channel ? [channel] : [], variantTitle: t("product.standard"), fields });
  return <NewProduct key={from} first={first} />;
}

function NewProduct({ first }: { first: ProductDraft }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [initial] = useState(first);
  const [draft, setDraft] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const create = useMutation({
    mutationFn: () => createProduct(api, draft),
    async onSuccess(product) {
      const { id, title } = product;
      notifications.show({ message: t("product.created", { title }) });
      // The product is there: what is refused now is corrected on its page.
      await presentNewProduct(api, product, draft).catch((error: Error) => showRefusal(error, t));
      await queryClient.invalidateQueries({ queryKey: ["products"] });
      await navigate({ to: "/products/$id", params: { id }, ignoreBlocker: true });
    },
  });
  useUnsaved(!isEqual(initial, draft) && !create.isSuccess);
  const hasTitle = draft.title.trim() !== "";
  const save = () => {
    setIsTried(true);
    if (hasTitle) create.mutate();
  };
  return (
    <Stack>
      <BackLink to="/products">{t("product.back")}</BackLink>
      <PageTitle>{t("products.new")}</PageTitle>
      <ProductForm
        draft={draft}
        update={setDraft}
        titleError={isTried && !hasTitle ? t("form.required") : null}
        error={create.error}
      />
      <SaveBar error={create.error} isSaving={create.isPending} submit={t("product.create")} onSave={save} />
    </Stack>
  );
}
