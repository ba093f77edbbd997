import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { addressLines } from "../../../data/people/address-lines.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { Card } from "../../../kit/page/card.tsx";
import { CustomerAddressForm } from "./customer-address-form.tsx";

type Customer = Schemas["AdminCustomer"];
type Address = Schemas["Address"];

/** The address book. Orders keep the address that they were placed with. */
export function CustomerAddresses({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const mayEdit = useMay()("customers:write");
  const dialog = useDialog<Address | null>();
  const { billing_address: billing, shipping_addresses: book } = customer;
  const isInBook = book.some(({ id }) => id === billing?.id);
  const all = [...(billing && !isInBook ? [billing] : []), ...book];
  return (
    <Card
      title={t("customers.addresses")}
      actions={
        mayEdit && (
          <Button size="compact-md" variant="default" onClick={() => dialog.open(null)}>
            {t("customers.addAddress")}
          </Button>
        )
      }
    >
      {all.length === 0 && <Text c="dimmed">{t("customers.noAddresses")}</Text>}
      {all.map((address) => (
        <OneAddress
          key={address.id}
          customer={customer}
          address={address}
          onEdit={mayEdit ? () => dialog.open(address) : undefined}
        />
      ))}
      <FormDialog
        title={t(dialog.row ? "customers.editAddress" : "customers.addAddress")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        <CustomerAddressForm customer={customer} address={dialog.row} />
      </FormDialog>
    </Card>
  );
}

interface OneProps {
  customer: Customer;
  address: Address;
  onEdit: (() => void) | undefined;
}

function OneAddress({ customer, address, onEdit }: OneProps) {
  const { t } = useTranslation();
  const { nameOf } = useCountries();
  const isBilling = customer.billing_address?.id === address.id;
  const lines = addressLines(address, nameOf);
  return (
    <Stack gap={4} align="flex-start">
      {isBilling && (
        <Badge variant="light" c="var(--mantine-color-text)" tt="none" fw={500}>
          {t("customers.billingAddress")}
        </Badge>
      )}
      <Text component="address" fs="normal" style={{ whiteSpace: "pre-line" }}>
        {lines.join("\n")}
      </Text>
      {onEdit && (
        <AddressButtons customer={customer} address={address} name={lines[0] ?? ""} onEdit={onEdit} />
      )}
    </Stack>
  );
}

interface ButtonsProps {
  customer: Customer;
  address: Address;
  /** For those who do not see which address a button is beside. */
  name: string;
  onEdit(): void;
}

function AddressButtons({ customer, address, name, onEdit }: ButtonsProps) {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction(["customer", "customers"]);
  const isInBook = customer.shipping_addresses.some(({ id }) => id === address.id);
  const isBilling = customer.billing_address?.id === address.id;
  const path = { id: customer.id };
  const setBilling = (address_id: string | null) =>
    action.start({
      run: () =>
        api.POST("/admin/customers/{id}/billing-address", { params: { path }, body: { address_id } }),
      done: t("customers.addressSaved"),
    });
  const remove = () =>
    action.start({
      question: {
        title: t("customers.deleteAddress"),
        text: t("customers.deleteAddressText"),
        confirm: t("customers.delete"),
      },
      run: () =>
        isInBook
          ? api.DELETE("/admin/customers/{id}/addresses/{address_id}", {
              params: { path: { ...path, address_id: address.id } },
            })
          : api.POST("/admin/customers/{id}/billing-address", {
              params: { path },
              body: { address_id: null },
            }),
      done: t("customers.addressDeleted"),
    });
  const button = { size: "compact-sm", variant: "subtle" } as const;
  return (
    <Group gap={4}>
      <Button {...button} aria-label={t("customers.editAddressOf", { name })} onClick={onEdit}>
        {t("segments.edit")}
      </Button>
      {!isBilling && (
        <Button {...button} onClick={() => void setBilling(address.id)}>
          {t("customers.makeBilling")}
        </Button>
      )}
      <Button {...button} aria-label={t("customers.deleteAddressOf", { name })} onClick={() => void remove()}>
        {t("customers.delete")}
      </Button>
    </Group>
  );
}
