import { Anchor, Button, Grid, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PaymentLink } from "../../../data/orders/payment-link.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { storeQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { type AbandonedCart, cartQuery, setContacted } from "./abandoned-cart-queries.ts";

export const abandonedCartRoute = createLazyRoute("/shell/abandoned-carts/$id")({
  component: AbandonedCartPage,
});

function AbandonedCartPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useParams({ from: "/shell/abandoned-carts/$id" });
  return (
    <DetailPage
      of={useQuery(cartQuery(useApi(), id))}
      back={<BackLink to="/abandoned-carts">{t("abandoned.back")}</BackLink>}
    >
      {(cart) => ({
        title: t("abandoned.title", { name: cart.name ?? cart.email }),
        badges: (
          <StateBadge color={cart.contacted_at ? "green" : "orange"}>
            {t(`abandoned.states.${cart.contacted_at ? "contacted" : "open"}`)}
          </StateBadge>
        ),
        text: t("abandoned.left", { time: format.time(cart.active_at) }),
        actions: <ContactedButton cart={cart} />,
        body: (
          <Grid>
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Goods cart={cart} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Contact cart={cart} />
            </Grid.Col>
          </Grid>
        ),
      })}
    </DetailPage>
  );
}

function ContactedButton({ cart }: { cart: AbandonedCart }) {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction(["abandoned-carts"]);
  const isContacted = cart.contacted_at !== null;
  if (!useMay()("orders:write")) return null;
  return (
    <Button
      variant={isContacted ? "default" : "filled"}
      loading={action.isPending}
      onClick={() =>
        action.start({ run: () => setContacted(api, cart.id, !isContacted), done: t("form.saved") })
      }
    >
      {t(isContacted ? "abandoned.unmark" : "abandoned.mark")}
    </Button>
  );
}

function Goods({ cart }: { cart: AbandonedCart }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, cart.currency_code);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("abandoned.goods")}
      </Title>
      <Table aria-label={t("abandoned.goods")}>
        <Table.Tbody>
          {cart.items.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.product_id ? (
                  <Anchor
                    renderRoot={(props) => (
                      <Link {...props} to="/products/$id" params={{ id: line.product_id! }} />
                    )}
                  >
                    {line.quantity} × {line.title}
                  </Anchor>
                ) : (
                  <Text>
                    {line.quantity} × {line.title}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {[line.description, line.sku].filter(Boolean).join(" · ")}
                </Text>
              </Table.Td>
              <Table.Td className="number">{money(line.quantity * line.unit_price)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t("abandoned.worth")}</Table.Th>
            <Table.Td className="number" fw={700}>
              {money(cart.worth)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}

/** Whom to write to, and the link that brings the customer back. */
function Contact({ cart }: { cart: AbandonedCart }) {
  const { t } = useTranslation();
  const { data: store } = useQuery(storeQuery(useApi()));
  const storefront = store?.payment_link_template?.replace(/\{+cart_id\}+/, cart.id);
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t("order.customer")}
        </Title>
        {cart.name && <Text>{cart.name}</Text>}
        <Anchor href={`mailto:${cart.email}`} style={{ overflowWrap: "anywhere" }}>
          {cart.email}
        </Anchor>
        {cart.phone && <Anchor href={`tel:${cart.phone}`}>{cart.phone}</Anchor>}
        {cart.customer_id && (
          <Anchor
            renderRoot={(props) => <Link {...props} to="/customers/$id" params={{ id: cart.customer_id! }} />}
          >
            {t("abandoned.openCustomer")}
          </Anchor>
        )}
        <Text size="sm">{t("abandoned.linkText")}</Text>
        {storefront && (
          <Anchor href={storefront} size="sm" style={{ overflowWrap: "anywhere" }}>
            {storefront}
          </Anchor>
        )}
        <PaymentLink cartId={cart.id} email={cart.email} refresh={["abandoned-carts"]} />
      </Stack>
    </Paper>
  );
}
