import { TextInput } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";

type Customer = Schemas["AdminCustomer"];

interface Props {
  customer: Customer;
  onClose(): void;
}

export function CustomerDialog({ customer, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormDialog opened title={t("customers.edit")} onClose={onClose}>
      <CustomerForm customer={customer} />
    </FormDialog>
  );
}

const orNull = (value: string) => (value.trim() === "" ? null : value.trim());

function CustomerForm({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { path: { id: customer.id } };
  const groups = customer.groups ?? [];
  const edit = useEditForm({
    values: {
      email: customer.email,
      first_name: customer.first_name ?? "",
      last_name: customer.last_name ?? "",
      phone: customer.phone ?? "",
      groups: groups.map(({ id }) => id),
    },
    validate: { email: (value) => (value.includes("@") ? null : t("form.emailNeeded")) },
    refresh: ["customer", "customers", "customer-groups"],
    version: {
      read: customer.updated_at,
      now: async () => (await api.GET("/admin/customers/{id}", { params })).data!.customer.updated_at,
    },
    save: ({ email, groups: chosen, ...names }) =>
      api.POST("/admin/customers/{id}", {
        params,
        body: {
          ...(email !== customer.email && { email }),
          first_name: orNull(names.first_name),
          last_name: orNull(names.last_name),
          phone: orNull(names.phone),
          groups: chosen.map((id) => ({ id })),
        },
      }),
  });
  const findGroups = async (q: string) => {
    const query = { ...(q && { q }), limit: 20 };
    const { data } = await api.GET("/admin/customer-groups", { params: { query } });
    return data!.customer_groups.map(({ id, name }) => ({ value: id, label: name }));
  };
  return (
    <EditForm edit={edit}>
      <TextInput
        label={t("customers.email")}
        type="email"
        description={customer.has_account ? t("customers.emailOfAccount") : undefined}
        disabled={customer.has_account}
        {...edit.form.getInputProps("email")}
      />
      <TextInput label={t("address.first_name")} {...edit.form.getInputProps("first_name")} />
      <TextInput label={t("address.last_name")} {...edit.form.getInputProps("last_name")} />
      <TextInput label={t("address.phone")} {...edit.form.getInputProps("phone")} />
      <FoundMultiSelect
        label={t("customers.groups")}
        searchKey={["customer-groups"]}
        find={findGroups}
        known={groups.map(({ id, name }) => ({ value: id, label: name }))}
        {...edit.form.getInputProps("groups")}
      />
    </EditForm>
  );
}
