import { Alert, Anchor, Button, Group, List, Paper, Progress, ScrollArea, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import type { Bulk, Report } from "./use-bulk.ts";

interface Props {
  bulk: Bulk;
  /** The name of the bar, for screen readers. */
  name: string;
  /** "3 orders selected" */
  selected: string;
  /** The buttons of the actions. */
  children: ReactNode;
}

/** What can be done with the selected rows, how far it is, and what became of each row. */
export function BulkBar({ bulk, name, selected, children }: Props) {
  const { t } = useTranslation();
  const { count, isPending, report, error } = bulk;
  if (count === 0 && !isPending && !report && !error) return null;
  return (
    <Paper withBorder p="sm" role="region" aria-label={name}>
      {(count > 0 || isPending) && (
        <Group>
          <Text fw={600}>{selected}</Text>
          {bulk.canTakeAll && (
            <Anchor component="button" type="button" size="sm" onClick={bulk.takeAll}>
              {t("bulk.takeAll", { count: bulk.total })}
            </Anchor>
          )}
          {children}
        </Group>
      )}
      {isPending && (
        <Group mt="sm" wrap="nowrap">
          <Progress flex={1} value={bulk.progress * 100} aria-label={t("bulk.progress")} />
          <Button size="compact-md" variant="default" onClick={bulk.stop}>
            {t("bulk.stop")}
          </Button>
        </Group>
      )}
      {error && (
        <Alert mt="sm" color="red" role="alert">
          {messageOf(error, t)}
        </Alert>
      )}
      {report && <ReportOfRows report={report} onClose={bulk.closeReport} />}
    </Paper>
  );
}

function ReportOfRows({ report, onClose }: { report: Report; onClose(): void }) {
  const { t } = useTranslation();
  const { done, failed, left } = report;
  const hasFailed = failed.length > 0;
  const parts = [
    t("bulk.done", { count: done.length }),
    ...(hasFailed ? [t("bulk.failed", { count: failed.length })] : []),
    ...(left > 0 ? [t("bulk.left", { count: left })] : []),
  ];
  return (
    <Alert
      mt="sm"
      color={hasFailed ? "red" : "green"}
      role={hasFailed ? "alert" : "status"}
      title={parts.join(", ")}
      withCloseButton
      closeButtonLabel={t("form.close")}
      onClose={onClose}
    >
      <ScrollArea.Autosize mah={220} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {failed.map(({ name, error }) => (
            <List.Item key={name}>
              {name}: {messageOf(error, t)}
            </List.Item>
          ))}
        </List>
        {done.length > 0 && (
          <Text size="sm">
            {t("bulk.doneNames")} {done.join(", ")}
          </Text>
        )}
      </ScrollArea.Autosize>
    </Alert>
  );
}
