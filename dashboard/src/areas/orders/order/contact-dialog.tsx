import { Alert, Tabs, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { countriesOf, regionCountriesQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import {
  AddressFields,
  type AddressValues,
  addressBody,
  addressValues,
  isEmptyAddress,
} from "../../../kit/inputs/address-fields.tsx";
import { readOrder } from "../order-actions.ts";

type Order = Schemas["AdminOrder"];

interface Props {
  order: Order;
  onClose(): void;
}

/** Changes the email and the addresses of an order. */
export function ContactDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormDialog opened title={t("order.contact.title")} size="lg" onClose={onClose}>
      <ContactForm order={order} />
    </FormDialog>
  );
}

/** The server needs the country of an address, also of one that v1 has stored without. */
const isChanged = (values: AddressValues, stored: Order["shipping_address"]): boolean => {
  const before = addressValues(stored);
  const names = Object.keys(values) as (keyof AddressValues)[];
  return !isEmptyAddress(values) && names.some((name) => values[name] !== before[name]);
};

function ContactForm({ order }: { order: Order }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: regions } = useQuery(regionCountriesQuery(api));
  const countries = countriesOf(regions, order.region_id);
  const edit = useEditForm({
    values: {
      email: order.email,
      shipping_address: addressValues(order.shipping_address),
      billing_address: addressValues(order.billing_address),
    },
    validate: { email: (value) => (value.includes("@") ? null : t("form.emailNeeded")) },
    refresh: ["order", "orders"],
    version: { read: order.updated_at, now: async () => (await readOrder(api, order.id)).updated_at },
    save({ email, shipping_address, billing_address }) {
      const body = {
        ...(email !== order.email && { email }),
        ...(isChanged(shipping_address, order.shipping_address) && {
          shipping_address: addressBody(shipping_address),
        }),
        ...(isChanged(billing_address, order.billing_address) && {
          billing_address: addressBody(billing_address),
        }),
      };
      return api.POST("/admin/orders/{id}", { params: { path: { id: order.id } }, body });
    },
  });
  return (
    <EditForm edit={edit}>
      <TextInput label={t("order.contact.email")} type="email" {...edit.form.getInputProps("email")} />
      <Tabs defaultValue="shipping_address" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="shipping_address">{t("order.shippingAddress")}</Tabs.Tab>
          <Tabs.Tab value="billing_address">{t("order.billingAddress")}</Tabs.Tab>
        </Tabs.List>
        {(["shipping_address", "billing_address"] as const).map((name) => (
          <Tabs.Panel key={name} value={name}>
            <AddressFields
              countries={countries}
              propsOf={(field) => edit.form.getInputProps(`${name}.${field}`)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {order.fulfillments.some(({ canceled_at }) => !canceled_at) && (
        <Alert color="orange" variant="light">
          {t("order.contact.alreadyPacked")}
        </Alert>
      )}
    </EditForm>
  );
}
