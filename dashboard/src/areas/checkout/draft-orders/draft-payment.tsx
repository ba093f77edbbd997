import { Anchor, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PaymentLink } from "../../../data/orders/payment-link.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { storeQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import type { Draft } from "./draft-queries.ts";

/** How the customer pays: with a page of the shop's own, or of the server. */
export function DraftPayment({ draft: { cart } }: { draft: Draft }) {
  const { t } = useTranslation();
  const { data: store } = useQuery(storeQuery(useApi()));
  const may = useMay();
  if (!cart || !may("orders:write")) return null;
  const link = store?.payment_link_template?.replace(/\{+cart_id\}+/, cart.id);
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t("drafts.payment")}
        </Title>
        <Text size="sm">{t("drafts.paymentText")}</Text>
        {link && (
          <Anchor href={link} size="sm" style={{ overflowWrap: "anywhere" }}>
            {link}
          </Anchor>
        )}
        <PaymentLink cartId={cart.id} email={cart.email} refresh={["drafts"]} />
      </Stack>
    </Paper>
  );
}
