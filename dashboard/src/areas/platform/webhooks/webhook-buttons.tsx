import { Button, Group, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { showRefusal } from "../../../kit/form/show-refusal.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { ReplayDialog } from "./replay-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { deleteWebhook, rotateSecret, type TestResult, testWebhook } from "./webhook-actions.ts";
import { WebhookForm } from "./webhook-form.tsx";
import type { Webhook } from "./webhook-queries.ts";

interface Props {
  webhook: Webhook;
  onTested(result: TestResult): void;
}

export function WebhookButtons({ webhook, onTested }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [dialog, setDialog] = useState<"edit" | "replay" | null>(null);
  const test = useMutation({
    mutationFn: () => testWebhook(api, webhook.id),
    onSuccess: onTested,
    onError: (error) => showRefusal(error, t),
  });
  const close = () => setDialog(null);
  return (
    <Group gap="xs">
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        {t("webhook.test")}
      </Button>
      <Button variant="default" onClick={() => setDialog("edit")}>
        {t("webhook.edit")}
      </Button>
      <MoreMenu webhook={webhook} onReplay={() => setDialog("replay")} />
      <FormDialog title={t("webhook.edit")} opened={dialog === "edit"} onClose={close} size="lg">
        <WebhookForm webhook={webhook} />
      </FormDialog>
      {dialog === "replay" && <ReplayDialog id={webhook.id} onClose={close} />}
    </Group>
  );
}

function MoreMenu({ webhook: { id, url }, onReplay }: { webhook: Webhook; onReplay(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const { start } = useAction(["webhooks"]);
  const rotate = () =>
    start({
      question: {
        title: t("webhook.rotate"),
        text: t("webhook.rotateText"),
        confirm: t("webhook.rotate"),
        isHarmful: false,
      },
      run: async () => setSecret(await rotateSecret(api, id)),
      done: t("webhook.rotated"),
    });
  const remove = () =>
    start({
      question: {
        title: t("webhook.deleteTitle"),
        text: t("webhook.deleteText", { url }),
        confirm: t("webhook.delete"),
      },
      run: () => deleteWebhook(api, id),
      done: t("webhook.deleted"),
      onDone: () => navigate({ to: "/system/webhooks" }),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {t("action.more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onReplay}>{t("webhook.replay")}</Menu.Item>
          <Menu.Item onClick={rotate}>{t("webhook.rotate")}</Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            {t("webhook.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
