import { Alert, Button, Group, Paper, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportType } from "../../../data/import-export/import-types.ts";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { createJob, uploadFile } from "../import-actions.ts";
import { meaningsQuery, priceColumnsQuery, stockColumnsQuery } from "../import-queries.ts";
import { type FilePreview, isUnchanged, type Mapping, mappedFile } from "./csv-file.ts";
import { columnsOf, fieldColumns, guessOf, REQUIRED } from "./known-columns.ts";

interface Props {
  type: ImportType;
  listId: string | undefined;
  /** The import whose file is corrected. */
  from: string | undefined;
  file: File;
  preview: FilePreview;
}

const LEFT_OUT = "–";

/** As in the file that is corrected, or as its name says. */
const meaningOf = (
  name: string,
  { known, earlier }: { known: readonly string[]; earlier: ReadonlyMap<string, string | null> | undefined },
) => (earlier?.has(name) ? earlier.get(name)! : guessOf(name, known));

/** What each column of the file means, with the first rows beside it. */
export function ColumnsStep({ type, listId, from, file, preview }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const prices = useQuery({ ...priceColumnsQuery(api), enabled: may("settings:read") });
  const stock = useQuery({ ...stockColumnsQuery(api), enabled: may("stock:read") });
  const earlier = useQuery({ ...meaningsQuery(api, from ?? ""), enabled: from !== undefined });
  const isLoading = prices.isLoading || stock.isLoading || earlier.isLoading;
  const fields = [
    ...fieldColumns("Product", useCustomFields("product")),
    ...fieldColumns("Variant", useCustomFields("variant")),
  ];
  const known = columnsOf(type, { prices: prices.data ?? [], stock: stock.data ?? [], fields });
  const [changed, setChanged] = useState<Record<number, string | null>>({});
  const mapping = preview.header.map((name, index) =>
    index in changed ? changed[index]! : meaningOf(name, { known, earlier: earlier.data }),
  );
  const problem = useProblem({ type, mapping });
  const leftOut = mapping.filter((name) => name === null).length;
  const start = useRehearsal();
  const rehearsal = { type, listId, file, preview, mapping };
  // All columns have the names of the server, as in a file that was exported: there is nothing to decide.
  const isCertain = !isLoading && problem === null && isUnchanged(preview, mapping);
  useEffect(() => {
    if (isCertain && start.isIdle) start.mutate(rehearsal);
  });
  if (isLoading) return <PageLoading />;
  if (isCertain && !start.error) return <Text role="status">{t("imports.rehearsing")}</Text>;
  return (
    <Stack>
      <Title order={2} size="h3">
        {t("imports.columns")}
      </Title>
      <Text>{t("imports.recognised", { count: mapping.length - leftOut, all: mapping.length })}</Text>
      <Paper withBorder>
        <Table.ScrollContainer minWidth={640} type="native">
          <Table aria-label={t("imports.columns")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("imports.columnOfFile")}</Table.Th>
                <Table.Th>{t("imports.firstRows")}</Table.Th>
                <Table.Th>{t("imports.meaning")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.header.map((name, index) => (
                <ColumnRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
                  key={index}
                  name={name}
                  values={preview.rows.map((cells) => cells[index] ?? "")}
                  known={known}
                  meaning={mapping[index] ?? null}
                  onChange={(meaning) => setChanged({ ...changed, [index]: meaning })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      {problem && <Alert color="orange">{problem}</Alert>}
      <Rehearse start={start} rehearsal={rehearsal} isReady={problem === null} />
    </Stack>
  );
}

/** Why the server would refuse the columns; null if it would not. */
function useProblem({ type, mapping }: { type: ImportType; mapping: Mapping }): string | null {
  const { t } = useTranslation();
  const used = mapping.filter((name) => name !== null);
  const twice = used.find((name, index) => used.indexOf(name) !== index);
  if (twice !== undefined) return t("imports.twice", { name: twice });
  if (!REQUIRED[type].some((name) => used.includes(name)))
    return t("imports.missing", { name: REQUIRED[type].join(" / ") });
  return null;
}

interface RowProps {
  name: string;
  values: string[];
  known: readonly string[];
  meaning: string | null;
  onChange(meaning: string | null): void;
}

function ColumnRow({ name, values, known, meaning, onChange }: RowProps) {
  const { t } = useTranslation();
  const shown = meaning !== null && !known.includes(meaning) ? [meaning, ...known] : known;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name || t("imports.unnamed")}
          </Text>
          {name === meaning && <StateBadge color="green">{t("imports.same")}</StateBadge>}
        </Group>
      </Table.Td>
      <Table.Td maw={280}>
        <Text size="sm" truncate>
          {values.filter(Boolean).join(" · ") || "–"}
        </Text>
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={t("imports.meaningOf", { name })}
          data={[{ value: LEFT_OUT, label: t("imports.leaveOut") }, ...shown]}
          value={meaning ?? LEFT_OUT}
          onChange={(value) => onChange(value === LEFT_OUT ? null : value)}
          allowDeselect={false}
          searchable
          size="xs"
        />
      </Table.Td>
    </Table.Tr>
  );
}

type Rehearsal = Omit<Props, "from"> & { mapping: Mapping };

function useRehearsal() {
  const api = useApi();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn({ type, listId, file, preview, mapping }: Rehearsal) {
      const fileKey = await uploadFile(api, await mappedFile(file, preview, mapping));
      const columns = preview.header.map((name, index) => [name, mapping[index] ?? null]);
      const context = { fileKey, file_name: file.name, columns, ...(listId && { price_list_id: listId }) };
      return createJob(api, { type, context, dry_run: true });
    },
    onSuccess: ({ id }) => navigate({ to: "/imports/$id", params: { id } }),
  });
}

interface RehearseProps {
  start: ReturnType<typeof useRehearsal>;
  rehearsal: Rehearsal;
  isReady: boolean;
}

function Rehearse({ start, rehearsal, isReady }: RehearseProps) {
  const { t } = useTranslation();
  return (
    <>
      {start.error && (
        <Alert color="red" role="alert">
          {messageOf(start.error, t)}
        </Alert>
      )}
      <Group>
        <Button disabled={!isReady} loading={start.isPending} onClick={() => start.mutate(rehearsal)}>
          {t("imports.rehearse")}
        </Button>
        <Text size="sm">{t("imports.rehearseHint")}</Text>
      </Group>
    </>
  );
}
