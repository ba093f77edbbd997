import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";

/** A new group, or the name of an old one. */
export function GroupForm({ group }: { group?: { id: string; name: string } }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const edit = useEditForm({
    values: { name: group?.name ?? "" },
    validate: { name: (value) => (value.trim() === "" ? t("form.required") : null) },
    refresh: ["customer-groups", "customer", "customers"],
    async save({ name }) {
      const body = { name: name.trim() };
      const { data } = group
        ? await api.POST("/admin/customer-groups/{id}", { params: { path: { id: group.id } }, body })
        : await api.POST("/admin/customer-groups", { body });
      return data!.customer_group.id;
    },
    fieldOf: () => "name",
    onSaved: (id) => group || navigate({ to: "/customer-groups/$id", params: { id } }),
  });
  return (
    <EditForm edit={edit}>
      <TextInput label={t("customers.groupName")} data-autofocus {...edit.form.getInputProps("name")} />
    </EditForm>
  );
}
