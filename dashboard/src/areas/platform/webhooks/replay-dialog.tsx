import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dayjs from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { MomentInput } from "../../../kit/inputs/date-inputs.tsx";
import { replayWebhook } from "./webhook-actions.ts";

/** Events since a moment are delivered again. */
export function ReplayDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const [since, setSince] = useState<string | null>(
    dayjs().subtract(1, "hour").format("YYYY-MM-DD HH:mm:00"),
  );
  const replay = useMutation({
    mutationFn: (moment: string) => replayWebhook(api, id, dayjs(moment).toISOString()),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ["webhook", id] });
      notifications.show({ message: t("webhook.replayed") });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("webhook.replay")}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      <Stack>
        {replay.error && (
          <Alert color="red" role="alert">
            {messageOf(replay.error, t)}
          </Alert>
        )}
        <Text>{t("webhook.replayText")}</Text>
        <MomentInput
          label={t("webhook.since")}
          value={since}
          onChange={setSince}
          maxDate={dayjs().format("YYYY-MM-DD HH:mm:ss")}
          required
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("webhook.cancel")}
          </Button>
          <Button disabled={!since} loading={replay.isPending} onClick={() => since && replay.mutate(since)}>
            {t("webhook.replay")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
