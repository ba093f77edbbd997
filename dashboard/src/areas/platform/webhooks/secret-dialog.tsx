import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface Props {
  secret: string | null;
  onClose(): void;
}

/** The only time that the secret is shown: it closes by a button alone. */
export function SecretDialog({ secret, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t("webhook.secret")}
      size="lg"
    >
      <Stack>
        <Alert color="orange">{t("webhook.secretOnce")}</Alert>
        <Text size="sm">{t("webhook.secretUse")}</Text>
        <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret ?? ""}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
                {t(copied ? "form.copied" : "form.copy")}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t("webhook.secretStored")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
