import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { Card } from "../../../kit/page/card.tsx";
import { bringBack, type DeclaredField, SHOWN_IN } from "./custom-field-queries.ts";

/** Fields whose values are still stored. */
export function DeletedFields({ fields }: { fields: readonly DeclaredField[] }) {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const api = useApi();
  const { start, isPending } = useAction(SHOWN_IN);
  if (fields.length === 0) return null;
  const restore = (field: DeclaredField) =>
    start({
      run: () => bringBack(api, field),
      done: t("customFields.restored", { name: field.label }),
    });
  const purge = ({ id, label }: DeclaredField) =>
    start({
      question: {
        title: t("customFields.purgeTitle", { name: label }),
        text: t("customFields.purgeText"),
        confirm: t("customFields.purge"),
      },
      run: () => api.POST("/admin/custom-fields/{id}/purge", { params: { path: { id: id! } } }),
      done: t("customFields.purging", { name: label }),
    });
  return (
    <Card title={t("customFields.deletedTitle")} text={t("customFields.deletedText")}>
      <Stack gap="xs">
        {fields.map((field) => (
          <Group key={field.id} justify="space-between">
            <Text>
              {field.label}{" "}
              <Text span size="sm" c="dimmed">
                {t(`customFields.entities.${field.entity}`)} · {t(`customFields.types.${field.type}`)}
              </Text>
            </Text>
            {may && (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isPending}
                  aria-label={t("customFields.restoreOf", { name: field.label })}
                  onClick={() => void restore(field)}
                >
                  {t("customFields.restore")}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  c="var(--mantine-color-error)"
                  disabled={isPending}
                  aria-label={t("customFields.purgeOf", { name: field.label })}
                  onClick={() => void purge(field)}
                >
                  {t("customFields.purge")}
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
