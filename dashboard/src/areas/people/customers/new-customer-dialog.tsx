import { PasswordInput, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { sentFields, valuesOf } from "../../../data/platform/custom-fields/custom-field.ts";
import { FormFields } from "../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";

export function NewCustomerDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <FormDialog opened title={t("customers.new")} onClose={onClose}>
      <NewCustomerForm />
    </FormDialog>
  );
}

function NewCustomerForm() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const needed = (value: string) => (value.trim() === "" ? t("form.required") : null);
  const fields = useCustomFields("customer");
  const edit = useEditForm({
    values: {
      email: "",
      first_name: "",
      last_name: "",
      password: "",
      custom_fields: valuesOf(fields, null),
    },
    validate: {
      email: (value) => (value.includes("@") ? null : t("form.emailNeeded")),
      first_name: needed,
      last_name: needed,
      password: needed,
    },
    refresh: ["customers"],
    save: async ({ custom_fields, ...given }) => {
      const body = { ...given, ...sentFields(fields, null, custom_fields) };
      return (await api.POST("/admin/customers", { body })).data as { customer: { id: string } };
    },
    onSaved: ({ customer }) => navigate({ to: "/customers/$id", params: { id: customer.id } }),
  });
  return (
    <EditForm edit={edit}>
      <TextInput
        label={t("customers.email")}
        type="email"
        withAsterisk
        data-autofocus
        {...edit.form.getInputProps("email")}
      />
      <TextInput label={t("address.first_name")} withAsterisk {...edit.form.getInputProps("first_name")} />
      <TextInput label={t("address.last_name")} withAsterisk {...edit.form.getInputProps("last_name")} />
      <PasswordInput
        label={t("customers.password")}
        description={t("customers.passwordHelp")}
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": t("customers.showPassword") }}
        {...edit.form.getInputProps("password")}
      />
      <FormFields entity="customer" form={edit.form} />
    </EditForm>
  );
}
