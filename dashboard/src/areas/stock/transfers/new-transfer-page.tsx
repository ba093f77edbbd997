import {
  Alert,
  Button,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { locationsQuery } from "../../../data/stock/stock-locations.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useUnsaved } from "../../../kit/form/use-unsaved.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type NewLine, NewLines } from "./new-lines.tsx";
import { changesOf, type Draft, emptyDraft, type TransferValues, useSaveTransfer } from "./save-transfer.ts";
import { draftQuery, kindOf } from "./transfer-queries.ts";
import type { TransferKind } from "./transfer-search.ts";

export const newTransferRoute = createLazyRoute("/shell/stock/transfers/new")({ component: NewTransferPage });

function NewTransferPage() {
  const { t } = useTranslation();
  const { kind: chosen = "transfer", draft: id } = useSearch({ from: "/shell/stock/transfers/new" });
  const api = useApi();
  const { data: locations } = useQuery(locationsQuery(api));
  const { data: draft } = useQuery({ ...draftQuery(api, id ?? ""), enabled: id !== undefined });
  if (!locations || (id !== undefined && !draft)) return <PageLoading />;
  const kind = draft ? kindOf(draft.transfer) : chosen;
  return (
    <Stack maw={860}>
      <BackLink to="/stock/transfers">{t("transfers.back")}</BackLink>
      <PageTitle>
        {draft ? t("transfers.change", { number: draft.transfer.number }) : t(`transfers.new.${kind}`)}
      </PageTitle>
      <Text c="dimmed">{t(`transfers.hints.${kind}`)}</Text>
      <TransferForm
        key={id ?? kind}
        kind={kind}
        locations={locations}
        draft={draft ? changesOf(draft) : emptyDraft(kind, locations)}
      />
    </Stack>
  );
}

interface PlacesOf {
  kind: TransferKind;
  locations: readonly { id: string; name: string }[];
}

interface FormProps extends PlacesOf {
  draft: Draft;
}

function TransferForm({ kind, locations, draft }: FormProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState(draft.values);
  const [lines, setLines] = useState<readonly NewLine[]>(draft.lines);
  const [isTried, setIsTried] = useState(false);
  const save = useSaveTransfer(kind, draft.stored);
  const isChanged = lines !== draft.lines || values !== draft.values;
  useUnsaved(() => isChanged && !save.isDone());
  const change = (changed: Partial<TransferValues>) => setValues((known) => ({ ...known, ...changed }));
  const problem = problemOf(values, lines);
  const submit = (isSent: boolean) => {
    setIsTried(true);
    if (problem === null) save.start({ values, lines, isSent });
  };
  return (
    <>
      <Paper withBorder p="md">
        <Stack>
          <Places kind={kind} locations={locations} values={values} onChange={change} />
          <NewLines lines={lines} from={values.from} onChange={setLines} />
          <Textarea
            label={t("transfers.note")}
            value={values.note}
            maxLength={2_000}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        </Stack>
      </Paper>
      {isTried && problem && (
        <Alert color="red" role="alert">
          {t(`transfers.problems.${problem}`)}
        </Alert>
      )}
      <Group>
        <Button loading={save.isPending} onClick={() => submit(true)}>
          {t(`transfers.sendNow.${kind}`)}
        </Button>
        <Button variant="default" loading={save.isPending} onClick={() => submit(false)}>
          {t("transfers.saveDraft")}
        </Button>
      </Group>
    </>
  );
}

/** Why it cannot be sent to the server; null if it can. */
function problemOf({ from, to }: TransferValues, lines: readonly NewLine[]) {
  if (to === null) return "to";
  if (from === to) return "same";
  if (lines.length === 0) return "empty";
  return lines.some(({ quantity }) => quantity < 1) ? "pieces" : null;
}

interface PlacesProps extends PlacesOf {
  values: TransferValues;
  onChange(changed: Partial<TransferValues>): void;
}

function Places({ kind, locations, values, onChange }: PlacesProps) {
  const { t } = useTranslation();
  const data = locations.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {kind === "transfer" ? (
        <Select
          label={t("transfers.from")}
          data={data}
          value={values.from}
          onChange={(from) => onChange({ from })}
          allowDeselect={false}
          required
        />
      ) : (
        <TextInput
          label={t("transfers.supplier")}
          value={values.supplier}
          maxLength={200}
          onChange={({ currentTarget }) => onChange({ supplier: currentTarget.value })}
        />
      )}
      <Select
        label={t("transfers.to")}
        data={data}
        value={values.to}
        onChange={(to) => onChange({ to })}
        allowDeselect={false}
        required
      />
      <TextInput
        label={t("transfers.expected")}
        type="date"
        value={values.expected}
        onChange={({ currentTarget }) => onChange({ expected: currentTarget.value })}
      />
      <TextInput
        label={t("transfers.reference")}
        description={t("transfers.referenceHint")}
        value={values.reference}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ reference: currentTarget.value })}
      />
    </SimpleGrid>
  );
}
