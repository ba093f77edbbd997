import { Anchor, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";

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
          <Anchor href={`mailto:${order.email}`}>{order.email}</Anchor>
        </div>
        <AddressText title={t("order.shippingAddress")} address={order.shipping_address} />
        <AddressText title={t("order.billingAddress")} address={order.billing_address} />
      </Stack>
    </Paper>
  );
}

function AddressText({ title, address }: { title: string; address: Address | null | undefined }) {
  const { t } = useTranslation();
  const lines = address
    ? [
        [address.first_name, address.last_name].filter(Boolean).join(" "),
        address.company,
        address.address_1,
        address.address_2,
        [address.postal_code, address.city].filter(Boolean).join(" "),
        address.province,
        address.country_code?.toUpperCase(),
        address.phone,
      ].filter(Boolean)
    : [];
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
