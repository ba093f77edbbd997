import { Alert, Button, Group, Paper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../../../kit/api/error-message.ts";
import { VariantRefused } from "../save-product.ts";

interface Props {
  error: unknown;
  isSaving: boolean;
  submit: string;
  onSave(): void;
  onDiscard?(): void;
}

/** Stays at the end of the window while there is something to save. */
export function SaveBar({ error, isSaving, submit, onSave, onDiscard }: Props) {
  const { t } = useTranslation();
  return (
    <Paper withBorder shadow="md" p="sm" pos="sticky" bottom={8} style={{ zIndex: 10 }}>
      {error !== null && (
        <Alert color="red" role="alert" mb="sm">
          {error instanceof VariantRefused
            ? `${error.title}: ${messageOf(error.cause, t)}`
            : messageOf(error, t)}
        </Alert>
      )}
      <Group justify="space-between">
        <Text size="sm">{t("product.unsaved")}</Text>
        <Group gap="xs">
          {onDiscard && (
            <Button variant="default" onClick={onDiscard} disabled={isSaving}>
              {t("form.discard")}
            </Button>
          )}
          <Button onClick={onSave} loading={isSaving}>
            {submit}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
