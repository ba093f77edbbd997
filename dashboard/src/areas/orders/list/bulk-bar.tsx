import { Alert, Button, Group, List, Paper, Progress, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { BULK_ACTIONS, type BulkAction, doForOrders, PERMISSIONS } from "./bulk-work.ts";

interface Props {
  ids: readonly string[];
  /** What people call an order: its number. */
  nameOf(id: string): string;
  /** With those that failed. */
  onDone(failed: readonly string[]): void;
}

/** One action for many orders. What failed is listed with the reason, and the others are done. */
export function BulkBar({ ids, nameOf, onDone }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const [finished, setFinished] = useState(0);
  const work = useMutation({
    async mutationFn(action: BulkAction) {
      setFinished(0);
      // Afterwards, the list may not have them any more.
      const names = new Map(ids.map((id) => [id, nameOf(id)]));
      return { names, ...(await doForOrders(api, { action, ids }, setFinished)) };
    },
    async onSuccess({ failed }) {
      await queryClient.invalidateQueries({ queryKey: ["orders"] });
      onDone(failed.map(({ id }) => id));
    },
  });
  const result = work.data;
  if (ids.length === 0 && !result?.failed.length) return null;
  return (
    <Paper withBorder p="sm" role="region" aria-label={t("orders.bulk")}>
      <Group>
        <Text fw={600}>{t("orders.selected", { count: ids.length })}</Text>
        {BULK_ACTIONS.filter((action) => may(PERMISSIONS[action])).map((action) => (
          <Button
            key={action}
            size="compact-md"
            variant="light"
            disabled={ids.length === 0 || work.isPending}
            onClick={() => work.mutate(action)}
          >
            {t(`orders.actions.${action}`)}
          </Button>
        ))}
      </Group>
      {work.isPending && (
        <Progress mt="sm" value={(finished / ids.length) * 100} aria-label={t("orders.bulkProgress")} />
      )}
      {result && result.failed.length > 0 && (
        <Alert
          mt="sm"
          color="red"
          role="alert"
          title={t("orders.bulkFailed", { done: result.done, failed: result.failed.length })}
        >
          <List size="sm">
            {result.failed.map(({ id, error }) => (
              <List.Item key={id}>
                {result.names.get(id)}: {messageOf(error, t)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Paper>
  );
}
