import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { colleagueName } from "../../../data/people/colleagues.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { Card } from "../../../kit/page/card.tsx";

const CHANNELS = ["email", "sms"] as const;
type Channel = (typeof CHANNELS)[number];

const consentQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer", id, "consent"],
    queryFn: async () =>
      (await api.GET("/admin/customers/{id}/marketing-consent", { params: { path: { id } } })).data!,
  });

/** Whether the customer agrees to marketing, and what proves it. */
export function CustomerConsent({ id }: { id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayEdit = useMay()("customers:write");
  const { data } = useQuery(consentQuery(useApi(), id));
  const dialog = useDialog<{ channel: Channel; isGiven: boolean }>();
  if (!data) return null;
  return (
    <Card title={t("consent.title")}>
      {CHANNELS.map((channel) => {
        const found = data.consents.find((each) => each.channel === channel);
        const isGiven = found?.is_given ?? false;
        return (
          <Group key={channel} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{t(`consent.channels.${channel}`)}</Text>
              <Text size="sm" c={isGiven ? undefined : "dimmed"}>
                {found
                  ? t(isGiven ? "consent.givenSince" : "consent.withdrawnSince", {
                      date: format.date(found.changed_at),
                    })
                  : t("consent.never")}
              </Text>
            </div>
            {mayEdit && (
              <Button
                size="compact-md"
                variant="default"
                aria-label={t(isGiven ? "consent.withdrawOf" : "consent.recordOf", {
                  channel: t(`consent.channels.${channel}`),
                })}
                onClick={() => dialog.open({ channel, isGiven: !isGiven })}
              >
                {t(isGiven ? "consent.withdraw" : "consent.record")}
              </Button>
            )}
          </Group>
        );
      })}
      <Proofs history={data.history} />
      <FormDialog
        title={t(dialog.row?.isGiven ? "consent.recordTitle" : "consent.withdrawTitle")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        {dialog.row && <ConsentForm id={id} {...dialog.row} />}
      </FormDialog>
    </Card>
  );
}

type History = Awaited<ReturnType<NonNullable<ReturnType<typeof consentQuery>["queryFn"]>>>["history"];

function Proofs({ history }: { history: History }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  if (history.length === 0) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t("consent.proofs", { count: history.length })}
      </Button>
      {isOpen &&
        history.map((entry) => (
          <div key={entry.id}>
            <Text size="sm" fw={600}>
              {t(entry.is_given ? "consent.given" : "consent.withdrawn", {
                channel: t(`consent.channels.${entry.channel}`),
              })}
            </Text>
            <Text size="sm" c="dimmed">
              {[
                format.exactTime(entry.recorded_at),
                entry.source,
                entry.user ? colleagueName(entry.user) : t("consent.byCustomer"),
                entry.ip,
                entry.wording_version,
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
            {entry.wording && <Text size="sm">“{entry.wording}”</Text>}
          </div>
        ))}
    </Stack>
  );
}

function ConsentForm({ id, channel, isGiven }: { id: string; channel: Channel; isGiven: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: { source: "", wording: "", wording_version: "" },
    validate: {
      source: (value) => (value.trim() === "" ? t("form.required") : null),
      wording: (value) => (isGiven && value.trim() === "" ? t("form.required") : null),
    },
    refresh: ["customer", "customers", "segments"],
    saved: t("consent.saved"),
    save: ({ source, wording, wording_version }) =>
      api.POST("/admin/customers/{id}/marketing-consent", {
        params: { path: { id } },
        body: {
          channel,
          is_given: isGiven,
          source: source.trim(),
          ...(wording.trim() && { wording: wording.trim() }),
          ...(wording_version.trim() && { wording_version: wording_version.trim() }),
        },
      }),
  });
  return (
    <EditForm edit={edit}>
      <Text>{t(`consent.channels.${channel}`)}</Text>
      <TextInput
        label={t("consent.source")}
        description={t("consent.sourceHelp")}
        maxLength={100}
        withAsterisk
        data-autofocus
        {...edit.form.getInputProps("source")}
      />
      {isGiven && (
        <>
          <Textarea
            label={t("consent.wording")}
            description={t("consent.wordingHelp")}
            maxLength={5_000}
            withAsterisk
            autosize
            minRows={2}
            {...edit.form.getInputProps("wording")}
          />
          <TextInput
            label={t("consent.version")}
            maxLength={100}
            {...edit.form.getInputProps("wording_version")}
          />
        </>
      )}
    </EditForm>
  );
}
