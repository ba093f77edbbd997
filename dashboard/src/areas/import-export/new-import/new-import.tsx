import { Alert, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { IconFileTypeCsv, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IMPORT_TYPES, NEEDED } from "../../../data/import-export/import-types.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { oneOfParam } from "../../../kit/list/search-params.ts";
import { priceListsQuery } from "../import-queries.ts";
import type { NewImportSearch } from "../import-search.ts";
import { useTypeName } from "../jobs/job-badge.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { type FilePreview, previewOf } from "./csv-file.ts";
import { typeOf } from "./known-columns.ts";

interface Chosen {
  file: File;
  preview: FilePreview;
}

interface Props {
  /** The kind of import and the price list, as far as they are known. */
  search: NewImportSearch;
  onChange(search: NewImportSearch): void;
  onFile?(): void;
}

/** A file, what it is for, and what its columns mean. The rehearsal is the page of the job. */
export function NewImport({ search, onChange, onFile }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const types = IMPORT_TYPES.filter((type) => may(NEEDED[type]));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (types.length === 0) return <Alert color="orange">{t("imports.notAllowed")}</Alert>;
  const named = search.type && types.includes(search.type) ? search.type : undefined;
  const type = named ?? (chosen ? (typeOf(chosen.preview.header, types) ?? types[0]!) : undefined);
  const isReady = type !== undefined && (type !== "price-list-import" || search.list !== undefined);
  const choose = (found: Chosen) => {
    setChosen(found);
    onFile?.();
  };
  return (
    <>
      {type && <What types={types} search={{ ...search, type }} onChange={onChange} />}
      <FileChoice chosen={chosen} onChoose={choose} />
      {isReady && chosen && (
        <ColumnsStep
          key={`${type} ${chosen.file.name} ${chosen.file.lastModified}`}
          type={type}
          listId={search.list}
          from={search.from}
          {...chosen}
        />
      )}
    </>
  );
}

interface WhatProps {
  types: readonly (typeof IMPORT_TYPES)[number][];
  search: NewImportSearch;
  onChange(search: NewImportSearch): void;
}

function What({ types, search, onChange }: WhatProps) {
  const { t } = useTranslation();
  const nameOf = useTypeName();
  const isPrices = search.type === "price-list-import";
  const { data: lists = [] } = useQuery({ ...priceListsQuery(useApi()), enabled: isPrices });
  return (
    <Paper withBorder p="md">
      <Stack>
        <Select
          label={t("imports.what")}
          data={types.map((value) => ({ value, label: nameOf(value) }))}
          value={search.type ?? null}
          onChange={(type) => onChange({ ...search, type: oneOfParam(type, IMPORT_TYPES), list: undefined })}
          allowDeselect={false}
          maw={400}
        />
        {isPrices && (
          <Select
            label={t("imports.priceList")}
            description={t("imports.priceListHint")}
            data={lists.map(({ id, name }) => ({ value: id, label: name }))}
            value={search.list ?? null}
            onChange={(list) => onChange({ ...search, list: list ?? undefined })}
            nothingFoundMessage={t("imports.noPriceLists")}
            searchable
            maw={400}
          />
        )}
        <Text size="sm">{t(`imports.hints.${search.type ?? "product-import"}`)}</Text>
      </Stack>
    </Paper>
  );
}

interface FileProps {
  chosen: Chosen | null;
  onChoose(chosen: Chosen): void;
}

function FileChoice({ chosen, onChoose }: FileProps) {
  const { t } = useTranslation();
  const read = useMutation({
    mutationFn: async (file: File) => ({ file, preview: await previewOf(file) }),
    onSuccess: onChoose,
  });
  return (
    <>
      {read.error && (
        <Alert color="red" role="alert" title={t("imports.unreadable")}>
          {messageOf(read.error, t)}
        </Alert>
      )}
      <Dropzone
        onDrop={([file]) => file && read.mutate(file)}
        multiple={false}
        loading={read.isPending}
        aria-label={t("imports.dropzone")}
        inputProps={{ "aria-label": t("imports.file") }}
      >
        <Group justify="center" mih={90} style={{ pointerEvents: "none" }}>
          <Dropzone.Accept>
            <IconUpload size={32} aria-hidden />
          </Dropzone.Accept>
          <Dropzone.Idle>
            <IconFileTypeCsv size={32} aria-hidden />
          </Dropzone.Idle>
          <div>
            <Text fw={600}>{chosen ? chosen.file.name : t("imports.drop")}</Text>
            <Text size="sm">{t(chosen ? "imports.chooseOther" : "imports.dropHint")}</Text>
          </div>
        </Group>
      </Dropzone>
    </>
  );
}
