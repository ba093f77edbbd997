import { Anchor, Badge, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { channelsQuery, storeQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { type Column, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { type Channel, ChannelForm } from "./channel-form.tsx";

export const channelsRoute = createLazyRoute("/shell/settings/channels")({ component: ChannelsPage });

function ChannelsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const channels = useQuery(channelsQuery(api));
  const { data: store } = useQuery(storeQuery(api));
  const columns = useColumns(store);
  const dialog = useDialog<Channel>();
  return (
    <SectionPage
      title={t("nav.sections.channels")}
      text={t("settings.texts.channels")}
      actions={
        may("settings:write") && (
          <Button onClick={() => dialog.open(null)}>{t("settings.channels.create")}</Button>
        )
      }
    >
      <Loaded of={channels}>
        {(data) => (
          <Card>
            <RowsTable caption={t("nav.sections.channels")} rows={data} columns={columns} empty="–" />
          </Card>
        )}
      </Loaded>
      <FormDialog title={t("settings.channels.create")} opened={dialog.opened} onClose={dialog.close}>
        <ChannelForm
          channel={null}
          onSaved={({ id }) => navigate({ to: "/settings/channels/$id", params: { id } })}
        />
      </FormDialog>
    </SectionPage>
  );
}

function useColumns(store: Schemas["AdminStoreSettings"] | undefined): Column<Channel>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("settings.name"),
        cell: ({ id, name, is_disabled }) => (
          <Group gap="xs">
            <Anchor
              fw={600}
              renderRoot={(props) => <Link {...props} to="/settings/channels/$id" params={{ id }} />}
            >
              {name}
            </Anchor>
            {id === store?.default_sales_channel_id && (
              <Badge variant="light">{t("settings.currencies.default")}</Badge>
            )}
            {is_disabled && (
              <Badge variant="light" color="gray">
                {t("settings.channels.disabled")}
              </Badge>
            )}
          </Group>
        ),
      },
      {
        id: "description",
        header: t("settings.channels.description"),
        cell: ({ description }) => description ?? "–",
      },
    ],
    [t, store],
  );
}
