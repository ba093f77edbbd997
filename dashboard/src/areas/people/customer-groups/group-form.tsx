import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { sentFields, valuesOf } from "../../../data/platform/custom-fields/custom-field.ts";
import { FormFields } from "../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";

/** A new group, or the name of an old one. */
export function GroupForm({ group }: { group?: { id: string; name: string } }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const fields = useCustomFields("customer_group");
  const edit = useEditForm({
    values: { name: group?.name ?? "", custom_fields: group ? {} : valuesOf(fields, null) },
    validate: { name: (value) => (value.trim() === "" ? t("form.required") : null) },
    refresh: ["customer-groups", "customer", "customers"],
    async save({ name, custom_fields }) {
      const body = { name: name.trim(), ...sentFields(fields, null, custom_fields) };
      const { data } = group
        ? await api.POST("/admin/customer-groups/{id}", { params: { path: { id: group.id } }, body })
        : await api.POST("/admin/customer-groups", { body });
      return data!.customer_group.id;
    },
    fieldOf: (message) => (message.includes("custom_fields") ? undefined : "name"),
    onSaved: (id) => group || navigate({ to: "/customer-groups/$id", params: { id } }),
  });
  return (
    <EditForm edit={edit}>
      <TextInput label={t("customers.groupName")} data-autofocus {...edit.form.getInputProps("name")} />
      {/* The page of a group shows its fields. */}
      {!group && <FormFields entity="customer_group" form={edit.form} />}
    </EditForm>
  );
}
