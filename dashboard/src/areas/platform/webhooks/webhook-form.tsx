import { Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { EVENT_PATTERNS, isEventPattern } from "../events/event-names.ts";
import { createWebhook, updateWebhook, type WebhookValues } from "./webhook-actions.ts";
import { type Webhook, webhookQuery } from "./webhook-queries.ts";

interface Props {
  /** Null: a new one. */
  webhook: Webhook | null;
  /** With the secret of a new one. */
  onSaved?(id: string, secret: string | null): unknown;
}

const isUrl = (text: string) => /^https?:\/\/[^\s/]+/.test(text);

const valuesOf = (webhook: Webhook | null): WebhookValues => ({
  url: webhook?.url ?? "",
  description: webhook?.description ?? "",
  events: webhook?.events ?? [],
  is_active: webhook?.is_active ?? true,
});

/** Failed deliveries change `updated_at`, too: only what the form has counts. */
const versionOf = (webhook: Webhook) => JSON.stringify(valuesOf(webhook));

export function WebhookForm({ webhook, onSaved }: Props) {
  const { t } = useTranslation();
  const edit = useWebhookForm({ webhook, ...(onSaved && { onSaved }) });
  return (
    <EditForm edit={edit}>
      <TextInput
        label={t("webhook.url")}
        description={t("webhook.urlHint")}
        type="url"
        required
        data-autofocus
        {...edit.form.getInputProps("url")}
      />
      <Textarea label={t("webhook.description")} autosize {...edit.form.getInputProps("description")} />
      <TagsInput
        label={t("webhook.events")}
        description={t("webhook.eventsHint")}
        data={[...EVENT_PATTERNS]}
        limit={60}
        maxDropdownHeight={240}
        acceptValueOnBlur
        required
        {...edit.form.getInputProps("events")}
      />
      <Switch label={t("webhook.isActive")} {...edit.form.getInputProps("is_active", { type: "checkbox" })} />
    </EditForm>
  );
}

function useWebhookForm({ webhook, onSaved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const now = async (id: string) =>
    versionOf(await queryClient.fetchQuery({ ...webhookQuery(api, id), staleTime: 0 }));
  return useEditForm<WebhookValues, { id: string; secret: string | null }>({
    values: valuesOf(webhook),
    refresh: ["webhooks", "webhook"],
    ...(webhook && { version: { read: versionOf(webhook), now: () => now(webhook.id) } }),
    async save(values) {
      if (webhook) return { id: (await updateWebhook(api, webhook.id, values)).id, secret: null };
      const made = await createWebhook(api, values);
      return { id: made.webhook.id, secret: made.secret };
    },
    onSaved: ({ id, secret }) => onSaved?.(id, secret),
    validate: {
      url: (url) => (isUrl(url) ? null : t("webhook.urlNeeded")),
      events(events) {
        if (events.length === 0) return t("webhook.eventsNeeded");
        const wrong = events.find((event) => !isEventPattern(event));
        return wrong === undefined ? null : t("webhook.eventWrong", { name: wrong });
      },
    },
  });
}
