import { Button, Group, Paper, Table, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { startDownload } from "../import-actions.ts";
import type { BatchJob } from "../import-queries.ts";
import { csvOf } from "../new-import/csv-file.ts";

/** Why rows were refused, or why the whole job failed. */
export function RowErrors({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const errors = job.result?.errors ?? [];
  if (errors.length === 0) return null;
  const download = () => {
    const lines = [
      [t("imports.row"), t("imports.reason")],
      ...errors.map(({ row, message }) => [row ?? "", message ?? ""]),
    ];
    const url = URL.createObjectURL(new Blob([csvOf(lines)], { type: "text/csv" }));
    startDownload(url, `${job.type}-errors.csv`);
    URL.revokeObjectURL(url);
  };
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t("imports.errors")}
        </Title>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {t("imports.downloadErrors")}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={420} maxHeight={420} type="native" tabIndex={0}>
        <Table aria-label={t("imports.errors")} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={90}>{t("imports.row")}</Table.Th>
              <Table.Th>{t("imports.reason")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ row, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one row can have several errors
              <Table.Tr key={index}>
                <Table.Td>{row ?? "–"}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
