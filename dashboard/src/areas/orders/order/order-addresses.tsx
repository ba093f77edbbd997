import { Anchor, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { addressLines } from "../../../data/people/address-lines.ts";
import { nameOf } from "../../../data/people/customer-name.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";

type Order = Schemas["AdminOrder"];
type Address = Schemas["Address"];

export function AddressesCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md">
      <Stack>
        <div>
          <Title order={2} size="h4" mb="xs">
            {t("order.customer")}
          </Title>
          {order.customer && (
            <Anchor
              display="block"
              py={3}
              renderRoot={(props) => (
                <Link {...props} to="/customers/$id" params={{ id: order.customer_id }} />
              )}
            >
              {nameOfBuyer(order)}
            </Anchor>
          )}
          {nameOfBuyer(order) !== order.email && (
            <Anchor display="block" py={3} href={`mailto:${order.email}`}>
              {order.email}
            </Anchor>
          )}
        </div>
        <AddressText title={t("order.shippingAddress")} address={order.shipping_address} />
        <AddressText title={t("order.billingAddress")} address={order.billing_address} />
      </Stack>
    </Paper>
  );
}

/** A guest has no name; the parcel has. */
function nameOfBuyer({ customer, email, shipping_address }: Order): string {
  const known = customer ? nameOf(customer) : email;
  if (known !== email) return known;
  return [shipping_address?.first_name, shipping_address?.last_name].filter(Boolean).join(" ") || email;
}

function AddressText({ title, address }: { title: string; address: Address | null | undefined }) {
  const { t } = useTranslation();
  const lines = [...addressLines(address, useCountries().nameOf), address?.phone].filter(Boolean);
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {lines.length > 0 ? (
        <Text component="address" fs="normal" style={{ whiteSpace: "pre-line" }}>
          {lines.join("\n")}
        </Text>
      ) : (
        <Text c="dimmed">{t("order.noAddress")}</Text>
      )}
    </div>
  );
}
