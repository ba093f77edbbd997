import { Paper, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { type JobSchedule, schedulesQuery } from "../system-queries.ts";

/** The jobs that run by themselves, those of plugins first. Nothing until they are read: the list above is what the page is for. */
export function ScheduleList() {
  const { t } = useTranslation();
  const { data: schedules } = useQuery(schedulesQuery(useApi()));
  if (!schedules || schedules.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("system.schedules")}
      </Title>
      <Table.ScrollContainer minWidth={480} type="native">
        <Table aria-label={t("system.schedules")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("system.task")}</Table.Th>
              <Table.Th>{t("system.pattern")}</Table.Th>
              <Table.Th>{t("system.lastRun")}</Table.Th>
              <Table.Th>{t("system.runAt")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {inOrder(schedules).map((schedule) => (
              <Row key={schedule.task} schedule={schedule} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function Row({ schedule }: { schedule: JobSchedule }) {
  const format = useFormat();
  const { task, pattern, last_run_at, next_run_at } = schedule;
  const shown = (moment: JobSchedule["last_run_at"]) => (moment ? format.exactTime(String(moment)) : "–");
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {task}
        </Text>
      </Table.Td>
      <Table.Td className="nowrap">{pattern}</Table.Td>
      <Table.Td className="nowrap">{shown(last_run_at)}</Table.Td>
      <Table.Td className="nowrap">{shown(next_run_at)}</Table.Td>
    </Table.Tr>
  );
}

const inOrder = (schedules: readonly JobSchedule[]) =>
  [...schedules].sort((one, other) => rankOf(one) - rankOf(other) || one.task.localeCompare(other.task));

const rankOf = ({ task }: JobSchedule) => (task.startsWith("plugin:") ? 0 : 1);
