import { Alert, Button, Checkbox, Group, List, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { type DemoShop, demoShopQuery, discardDemo } from "./first-run-queries.ts";

/** What it takes to throw the demo shop away. */
const NEEDED = ["settings:write", "orders:write", "products:write", "personal-data:write"] as const;

/** Says that this is the demo shop, and throws it away. */
export function DemoNotice() {
  const { t } = useTranslation();
  const may = useMay();
  const dialog = useDialog<null>();
  const mayDiscard = NEEDED.every((permission) => may(permission));
  return (
    <Group mb="sm" justify="space-between" gap="xs">
      <Text size="sm" flex="1 1 320px">
        {t("home.demo.text")}
      </Text>
      {mayDiscard && (
        <Button variant="default" size="compact-sm" onClick={() => dialog.open(null)}>
          {t("home.demo.discard")}
        </Button>
      )}
      <FormDialog title={t("home.demo.title")} opened={dialog.opened} onClose={dialog.close}>
        <DiscardForm onDone={dialog.close} />
      </FormDialog>
    </Group>
  );
}

function DiscardForm({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(demoShopQuery(useApi()));
  return data ? <FormOf shop={data} onDone={onDone} /> : null;
}

function FormOf({ shop, onDone }: { shop: DemoShop; onDone: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const isSame = (typed: string) => typed.trim().toLowerCase() === shop.name.trim().toLowerCase();
  const edit = useEditForm({
    values: { name: "", force: false },
    validate: { name: (typed) => (isSame(typed) ? null : t("home.demo.otherName")) },
    refresh: ["first-run"],
    saved: t("home.demo.done"),
    save: ({ name, force }) => discardDemo(api, { name: name.trim(), force }),
    onSaved: () => {
      onDone();
      // No page has anything to show of what it read before.
      return queryClient.resetQueries();
    },
  });
  return (
    <EditForm edit={edit} submit={t("home.demo.discardNow")}>
      <Alert color="red">{t("home.demo.warning")}</Alert>
      <WhatGoes shop={shop} />
      <Text size="sm">{t("home.demo.stays")}</Text>
      <TextInput
        label={t("home.demo.typeName", { name: shop.name })}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps("name")}
      />
      {shop.service_payments > 0 && (
        <Checkbox
          label={t("home.demo.force")}
          description={t("home.demo.forceHelp", { count: shop.service_payments })}
          {...edit.form.getInputProps("force", { type: "checkbox" })}
        />
      )}
      {edit.isSaving && (
        <Text role="status" c="dimmed">
          {t("home.demo.running")}
        </Text>
      )}
    </EditForm>
  );
}

function WhatGoes({ shop: { orders, own_orders, products, customers } }: { shop: DemoShop }) {
  const { t } = useTranslation();
  return (
    <List size="sm">
      <List.Item>
        {t("home.demo.orders", { count: orders })}
        {own_orders > 0 && ` ${t("home.demo.ownOrders", { count: own_orders })}`}
      </List.Item>
      <List.Item>{t("home.demo.products", { count: products })}</List.Item>
      <List.Item>{t("home.demo.customers", { count: customers })}</List.Item>
      <List.Item>{t("home.demo.rest")}</List.Item>
    </List>
  );
}
