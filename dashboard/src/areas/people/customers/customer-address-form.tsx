import { Checkbox } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import {
  AddressFields,
  type AddressValues,
  addressBody,
  addressValues,
} from "../../../kit/inputs/address-fields.tsx";

type Customer = Schemas["AdminCustomer"];
type Address = Schemas["Address"];

const REQUIRED = ["first_name", "last_name", "address_1", "postal_code", "city", "country_code"] as const;

/** A new address of the book, or one that is there. */
export function CustomerAddressForm({ customer, address }: { customer: Customer; address: Address | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const needed = (value: string) => (value.trim() === "" ? t("form.required") : null);
  const isBilling = !!address && customer.billing_address?.id === address.id;
  const edit = useEditForm({
    values: { ...addressValues(address), isBilling },
    validate: Object.fromEntries(REQUIRED.map((name) => [name, needed])),
    refresh: ["customer", "customers"],
    saved: t("customers.addressSaved"),
    save: ({ isBilling: chosen, ...values }) => saved(api, { customer, address, values, isBilling: chosen }),
  });
  return (
    <EditForm edit={edit}>
      <AddressFields propsOf={(field) => edit.form.getInputProps(field)} />
      {!isBilling && (
        <Checkbox
          label={t("customers.alsoBilling")}
          {...edit.form.getInputProps("isBilling", { type: "checkbox" })}
        />
      )}
    </EditForm>
  );
}

interface Sent {
  customer: Customer;
  address: Address | null;
  values: AddressValues;
  isBilling: boolean;
}

async function saved(api: Api, { customer, address, values, isBilling }: Sent): Promise<void> {
  const path = { id: customer.id };
  const body = addressBody(values);
  const isInBook = customer.shipping_addresses.some(({ id }) => id === address?.id);
  if (address && !isInBook) {
    await api.POST("/admin/customers/{id}/billing-address", { params: { path }, body: { address: body } });
    return;
  }
  const known = new Set(customer.shipping_addresses.map(({ id }) => id));
  const { data } = address
    ? await api.POST("/admin/customers/{id}/addresses/{address_id}", {
        params: { path: { ...path, address_id: address.id } },
        body,
      })
    : await api.POST("/admin/customers/{id}/addresses", {
        params: { path },
        body: { address: body as never },
      });
  const id = address?.id ?? data!.customer.shipping_addresses.find((each) => !known.has(each.id))?.id;
  if (isBilling && id)
    await api.POST("/admin/customers/{id}/billing-address", { params: { path }, body: { address_id: id } });
}
