import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookForm } from "./webhook-form.tsx";

interface Props {
  opened: boolean;
  onClose(): void;
}

/** The form, then the secret, then the page of the webhook. */
export function NewWebhook({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const leave = () => {
    if (made) void navigate({ to: "/system/webhooks/$id", params: { id: made.id } });
  };
  return (
    <>
      <FormDialog title={t("webhook.create")} opened={opened} onClose={onClose} size="lg">
        <WebhookForm webhook={null} onSaved={(id, secret) => secret && setMade({ id, secret })} />
      </FormDialog>
      <SecretDialog secret={made?.secret ?? null} onClose={leave} />
    </>
  );
}
