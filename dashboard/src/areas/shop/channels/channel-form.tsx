import { Switch, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";

export type Channel = Schemas["SalesChannel"];

interface Props {
  channel: Channel | null;
  onSaved?(channel: Channel): unknown;
}

export function ChannelForm({ channel, onSaved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const edit = useEditForm({
    values: {
      name: channel?.name ?? "",
      description: channel?.description ?? "",
      is_disabled: channel?.is_disabled ?? false,
    },
    validate: { name: isNotEmpty(t("form.required")) },
    ...(channel && {
      version: {
        read: channel.updated_at,
        now: async () => (await readChannel(channel.id)).updated_at,
      },
    }),
    async save({ description, ...given }) {
      const body = { ...given, description: description.trim() || null };
      const answer = channel
        ? await api.POST("/admin/sales-channels/{id}", { params: { path: { id: channel.id } }, body })
        : await api.POST("/admin/sales-channels", { body });
      return answer.data!.sales_channel;
    },
    refresh: ["sales-channels", "store"],
    ...(onSaved && { onSaved }),
  });
  const readChannel = async (id: string) =>
    (await api.GET("/admin/sales-channels/{id}", { params: { path: { id } } })).data!.sales_channel;
  const { form } = edit;
  return (
    <EditForm
      edit={edit}
      mayEdit={may("settings:write")}
      submit={channel ? t("action.save") : t("action.create")}
    >
      <TextInput label={t("settings.name")} required data-autofocus {...form.getInputProps("name")} />
      <Textarea
        label={t("settings.channels.description")}
        autosize
        minRows={2}
        {...form.getInputProps("description")}
      />
      <Switch
        label={t("settings.channels.disable")}
        description={t("settings.channels.disableText")}
        {...form.getInputProps("is_disabled", { type: "checkbox" })}
      />
    </EditForm>
  );
}
