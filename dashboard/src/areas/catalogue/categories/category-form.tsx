import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { sentFields, valuesOf } from "../../../data/platform/custom-fields/custom-field.ts";
import { FormFields } from "../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import type { Category } from "./category-queries.ts";

/** A category that is edited, or the one above a new category. */
export type Edited = { category: Category } | { parentId: string | null };

export function CategoryForm({ edited }: { edited: Edited }) {
  const { t } = useTranslation();
  const api = useApi();
  const category = "category" in edited ? edited.category : null;
  const fields = useCustomFields("category");
  const edit = useEditForm({
    values: {
      name: category?.name ?? "",
      handle: category?.handle ?? "",
      description: category?.description ?? "",
      is_active: category?.is_active ?? true,
      is_internal: category?.is_internal ?? false,
      custom_fields: valuesOf(fields, category),
    },
    validate: { name: isNotEmpty(t("form.required")) },
    save({ handle, custom_fields, ...given }) {
      const body = {
        ...given,
        ...(handle.trim() && { handle: handle.trim() }),
        ...sentFields(fields, category, custom_fields),
      };
      if (category)
        return api.POST("/admin/product-categories/{id}", { params: { path: { id: category.id } }, body });
      const parent_category_id = "parentId" in edited ? edited.parentId : null;
      return api.POST("/admin/product-categories", {
        body: { ...body, ...(parent_category_id && { parent_category_id }) },
      });
    },
    fieldOf: (message) => (/handle/i.test(message) ? "handle" : undefined),
    refresh: ["categories"],
    ...(category && {
      version: {
        read: category.updated_at,
        now: async () => {
          const params = { path: { id: category.id } };
          return (await api.GET("/admin/product-categories/{id}", { params })).data!.product_category
            .updated_at;
        },
      },
    }),
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={category ? t("action.save") : t("action.create")}>
      <TextInput label={t("catalogue.name")} required data-autofocus {...form.getInputProps("name")} />
      <TextInput
        label={t("product.fields.handle")}
        description={t("catalogue.handleHint")}
        {...form.getInputProps("handle")}
      />
      <Textarea
        label={t("product.fields.description")}
        autosize
        minRows={2}
        {...form.getInputProps("description")}
      />
      <Checkbox
        label={t("catalogue.isActive")}
        description={t("catalogue.isActiveHint")}
        {...form.getInputProps("is_active", { type: "checkbox" })}
      />
      <Checkbox
        label={t("catalogue.isInternal")}
        description={t("catalogue.isInternalHint")}
        {...form.getInputProps("is_internal", { type: "checkbox" })}
      />
      <FormFields entity="category" form={form} />
    </EditForm>
  );
}
