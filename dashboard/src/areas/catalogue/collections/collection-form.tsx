import { TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { findProducts } from "../../../data/catalogue/product-choices.ts";
import { type FieldValues, sentFields, valuesOf } from "../../../data/platform/custom-fields/custom-field.ts";
import { FormFields } from "../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { collectionQuery, readCollection } from "./collection-queries.ts";

type Collection = Schemas["AdminCollection"];

interface Sent {
  title: string;
  handle: string;
  products: string[];
  custom_fields?: FieldValues;
}

interface Values extends Sent, Record<string, unknown> {
  custom_fields: FieldValues;
}

/** Null: a new collection. The list has no products: one that is edited is read first. */
export function CollectionForm({ id }: { id: string | null }) {
  const { data, error, refetch } = useQuery({ ...collectionQuery(useApi(), id ?? ""), enabled: id !== null });
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (id !== null && !data) return <PageLoading />;
  return <Fields collection={data ?? null} />;
}

function Fields({ collection }: { collection: Collection | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const products = collection?.products ?? [];
  const fields = useCustomFields("collection");
  const values: Values = {
    title: collection?.title ?? "",
    handle: collection?.handle ?? "",
    products: products.map(({ id }) => id),
    custom_fields: valuesOf(fields, collection),
  };
  const edit = useEditForm<Values, void>({
    values,
    validate: { title: isNotEmpty(t("form.required")) },
    save: ({ custom_fields, ...given }) =>
      saveCollection(api, collection, { ...given, ...sentFields(fields, collection, custom_fields) }),
    fieldOf: (message) => (/handle/i.test(message) ? "handle" : undefined),
    refresh: ["collections", "products", "product"],
    ...(collection && {
      version: {
        read: collection.updated_at,
        now: async () => (await readCollection(api, collection.id)).updated_at,
      },
    }),
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={collection ? t("action.save") : t("action.create")}>
      <TextInput label={t("products.title")} required data-autofocus {...form.getInputProps("title")} />
      <TextInput
        label={t("product.fields.handle")}
        description={t("product.handleHint")}
        {...form.getInputProps("handle")}
      />
      <FoundMultiSelect
        label={t("nav.products")}
        description={t("catalogue.oneCollection")}
        searchKey={["products"]}
        find={(text) => findProducts(api, text)}
        known={products.map(({ id, title }) => ({ value: id, label: title }))}
        value={form.values.products}
        onChange={(chosen) => form.setFieldValue("products", chosen)}
      />
      <FormFields entity="collection" form={form} />
    </EditForm>
  );
}

/** Sends only what differs. */
async function saveCollection(
  api: Api,
  collection: Collection | null,
  { title, handle, products, ...fields }: Sent,
) {
  const body = { title: title.trim(), ...(handle.trim() && { handle: handle.trim() }), ...fields };
  const before = (collection?.products ?? []).map(({ id }) => id);
  const isSame =
    collection?.title === body.title && (collection.handle ?? "") === handle.trim() && !fields.custom_fields;
  let id = collection?.id;
  if (!id) id = (await api.POST("/admin/collections", { body })).data!.collection.id;
  else if (!isSame) await api.POST("/admin/collections/{id}", { params: { path: { id } }, body });
  const params = { path: { id } };
  const added = products.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !products.includes(each));
  if (added.length > 0)
    await api.POST("/admin/collections/{id}/products/batch", { params, body: { product_ids: added } });
  if (removed.length > 0)
    await api.DELETE("/admin/collections/{id}/products/batch", { params, body: { product_ids: removed } });
}
