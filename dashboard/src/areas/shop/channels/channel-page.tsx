import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { storeQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { channelProductsQuery, channelQuery } from "../shop-queries.ts";
import { type Channel, ChannelForm } from "./channel-form.tsx";
import { ChannelProducts } from "./channel-products.tsx";

export const channelRoute = createLazyRoute("/shell/settings/channels/$id")({ component: ChannelPage });

function ChannelPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { id } = useParams({ from: "/shell/settings/channels/$id" });
  const channel = useQuery(channelQuery(useApi(), id));
  return (
    <SectionPage
      back={<BackLink to="/settings/channels">{t("settings.channels.back")}</BackLink>}
      title={channel.data?.name ?? t("nav.sections.channels")}
      actions={channel.data && may("settings:write") && <ChannelButtons channel={channel.data} />}
    >
      <Loaded of={channel}>
        {(data) => (
          <>
            <Card>
              <ChannelForm channel={data} />
            </Card>
            {may("products:read") && <ChannelProducts id={id} />}
          </>
        )}
      </Loaded>
    </SectionPage>
  );
}

function ChannelButtons({ channel: { id, name } }: { channel: Channel }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { data: store } = useQuery(storeQuery(api));
  const { data: products } = useQuery(channelProductsQuery(api, id, 1));
  const action = useAction(["sales-channels", "store", "publishable-api-keys"]);
  if (!store || store.default_sales_channel_id === id) return null;
  const makeDefault = () =>
    action.start({
      run: () => api.POST("/admin/store", { body: { default_sales_channel_id: id } }),
      done: t("settings.channels.isDefault", { name }),
    });
  const remove = () =>
    action.start({
      question: {
        title: t("settings.removeTitle", { name }),
        text: t("settings.channels.removeText", { count: products?.count ?? 0 }),
        confirm: t("action.remove"),
      },
      run: () => api.DELETE("/admin/sales-channels/{id}", { params: { path: { id } } }),
      done: t("settings.removed", { name }),
      onDone: () => navigate({ to: "/settings/channels" }),
    });
  return (
    <Group gap="xs">
      <Button variant="default" loading={action.isPending} onClick={() => void makeDefault()}>
        {t("settings.channels.makeDefault")}
      </Button>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        loading={action.isPending}
        onClick={() => void remove()}
      >
        {t("action.remove")}
      </Button>
    </Group>
  );
}
