import { Anchor, Badge, Button, Grid, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useParams } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { customerQuery } from "../../../data/people/customer.ts";
import { nameOf } from "../../../data/people/customer-name.ts";
import { TagsEditor } from "../../../data/people/tags-editor.tsx";
import { CustomFieldsCard } from "../../../data/platform/custom-fields/custom-fields-card.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useConfig } from "../../../kit/api/config.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PluginSlot } from "../../../kit/plugins/plugin-slot.tsx";
import { CustomerAddresses } from "./customer-addresses.tsx";
import { CustomerConsent } from "./customer-consent.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { CustomerFigures } from "./customer-figures.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import { CustomerPersonalData } from "./customer-personal-data.tsx";
import { CustomerTimeline } from "./customer-timeline.tsx";

export const customerRoute = createLazyRoute("/shell/customers/$id")({ component: CustomerPage });

type Customer = Schemas["AdminCustomer"];

function CustomerPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const { id } = useParams({ from: "/shell/customers/$id" });
  return (
    <DetailPage
      of={useQuery(customerQuery(useApi(), id))}
      back={<BackLink to="/customers">{t("customers.back")}</BackLink>}
    >
      {(customer) => ({
        title: nameOf(customer),
        text: t(customer.has_account ? "customers.accountSince" : "customers.guestSince", {
          date: format.date(customer.created_at),
        }),
        actions: <CustomerButtons customer={customer} />,
        body: (
          <>
            {may("orders:read") && <CustomerFigures id={id} />}
            <Grid>
              <Grid.Col span={{ base: 12, md: 8 }}>
                <Stack>
                  {may("orders:read") && <CustomerOrders id={id} />}
                  <CustomerTimeline id={id} />
                  <PluginSlot name="Cards" on="customer" row={customer} />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <Stack>
                  <Contact customer={customer} />
                  <CustomerFields customer={customer} />
                  <CustomerAddresses customer={customer} />
                  <CustomerConsent id={id} />
                  <CustomerPersonalData customer={customer} />
                </Stack>
              </Grid.Col>
            </Grid>
          </>
        ),
      })}
    </DetailPage>
  );
}

function CustomerButtons({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const may = useMay();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Group gap="xs">
      {may("orders:write") && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/draft-orders/new" search={{ customer: customer.id }} />
          )}
        >
          {t("drafts.new")}
        </Button>
      )}
      {may("customers:write") && customer.has_account && <PasswordLink email={customer.email} />}
      {may("customers:write") && <Button onClick={() => setIsEditing(true)}>{t("customers.edit")}</Button>}
      {isEditing && <CustomerDialog customer={customer} onClose={() => setIsEditing(false)} />}
    </Group>
  );
}

function CustomerFields({ customer }: { customer: Customer }) {
  const api = useApi();
  const may = useMay();
  return (
    <CustomFieldsCard
      entity="customer"
      row={customer}
      mayEdit={may("customers:write")}
      refresh={["customer", "customers"]}
      save={(body) => api.POST("/admin/customers/{id}", { params: { path: { id: customer.id } }, body })}
    />
  );
}

/** The customer sets the password: a user who knew it could log in as the customer. */
function PasswordLink({ email }: { email: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { passwordMails } = useConfig();
  const action = useAction([]);
  const send = () =>
    action.start({
      run: async () => {
        if (!passwordMails) throw new Error(t("customers.noLink"));
        await api.POST("/store/customers/password-token", { body: { email } });
      },
      done: t("customers.linkSent", { email }),
    });
  return (
    <Button variant="default" loading={action.isPending} onClick={() => void send()}>
      {t("customers.sendLink")}
    </Button>
  );
}

function Contact({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Stack>
        <div>
          <Title order={2} size="h4" mb="xs">
            {t("customers.contact")}
          </Title>
          <Anchor href={`mailto:${customer.email}`}>{customer.email}</Anchor>
          {customer.phone && <Text>{customer.phone}</Text>}
        </div>
        <div>
          <Title order={2} size="h4" mb="xs">
            {t("customers.groups")}
          </Title>
          {customer.groups?.length ? (
            <Group gap={4}>
              {customer.groups.map(({ id, name }) => (
                <Badge
                  key={id}
                  variant="light"
                  c="var(--mantine-color-text)"
                  tt="none"
                  fw={500}
                  renderRoot={(props) => <Link {...props} to="/customer-groups/$id" params={{ id }} />}
                >
                  {name}
                </Badge>
              ))}
            </Group>
          ) : (
            <Text c="dimmed">{t("customers.noGroups")}</Text>
          )}
        </div>
        <TagsEditor
          kind="customer"
          id={customer.id}
          tags={customer.tags ?? []}
          mayEdit={may("customers:write")}
        />
      </Stack>
    </Paper>
  );
}
