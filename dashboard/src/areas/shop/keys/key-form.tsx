import { MultiSelect, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { channelsQuery } from "../../../data/shop/settings-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { keyChannelsQuery } from "../shop-queries.ts";

export type Key = Schemas["PublishableApiKey"];

/** Waits for the channels of a key that exists. */
export function KeyForm({ apiKey }: { apiKey: Key | null }) {
  const api = useApi();
  const channels = useQuery({ ...keyChannelsQuery(api, apiKey?.id ?? ""), enabled: apiKey !== null });
  if (apiKey === null) return <KeyFields apiKey={null} channels={[]} />;
  return (
    <Loaded of={channels} isPart>
      {(data) => <KeyFields apiKey={apiKey} channels={data.map(({ id }) => id)} />}
    </Loaded>
  );
}

async function setChannels(api: Api, id: string, before: string[], after: string[]): Promise<void> {
  const request = (ids: string[]) => ({
    params: { path: { id } },
    body: { sales_channel_ids: ids.map((each) => ({ id: each })) },
  });
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  if (added.length > 0)
    await api.POST("/admin/publishable-api-keys/{id}/sales-channels/batch", request(added));
  if (removed.length > 0)
    await api.DELETE("/admin/publishable-api-keys/{id}/sales-channels/batch", request(removed));
}

function KeyFields({ apiKey, channels }: { apiKey: Key | null; channels: string[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { data: offered = [] } = useQuery({ ...channelsQuery(api), enabled: may("settings:read") });
  const edit = useEditForm({
    values: { title: apiKey?.title ?? "", channels },
    validate: { title: isNotEmpty(t("form.required")) },
    async save({ title, channels: chosen }) {
      const { data } = apiKey
        ? await api.POST("/admin/publishable-api-keys/{id}", {
            params: { path: { id: apiKey.id } },
            body: { title },
          })
        : await api.POST("/admin/publishable-api-keys", { body: { title } });
      await setChannels(api, data!.publishable_api_key.id, channels, chosen);
    },
    refresh: ["publishable-api-keys"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={apiKey ? t("action.save") : t("action.create")}>
      <TextInput
        label={t("access.keys.title")}
        description={t("access.keys.titleText")}
        required
        data-autofocus
        {...form.getInputProps("title")}
      />
      {may("settings:read") && (
        <MultiSelect
          label={t("access.keys.channels")}
          description={t("access.keys.channelsText")}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("channels")}
        />
      )}
    </EditForm>
  );
}
