import { Alert, Button, Group, List, Paper, Progress, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { messageOf } from "../api/error-message.ts";
import { BULK_ACTIONS, type BulkAction, doForOrders } from "./bulk-work.ts";

interface Props {
  ids: readonly string[];
  onDone(): void;
}

/** One action for many orders. What failed is listed with the reason, and the others are done. */
export function BulkBar({ ids, onDone }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const [finished, setFinished] = useState(0);
  const work = useMutation({
    mutationFn: (action: BulkAction) => {
      setFinished(0);
      return doForOrders(api, { action, ids }, setFinished);
    },
    async onSuccess({ failed }) {
      await queryClient.invalidateQueries({ queryKey: ["orders"] });
      if (failed.length === 0) onDone();
    },
  });
  const result = work.data;
  if (ids.length === 0 && !result?.failed.length) return null;
  return (
    <Paper withBorder p="sm" role="region" aria-label={t("orders.bulk")}>
      <Group>
        <Text fw={600}>{t("orders.selected", { count: ids.length })}</Text>
        {BULK_ACTIONS.map((action) => (
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
                {id}: {messageOf(error, t)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Paper>
  );
}
