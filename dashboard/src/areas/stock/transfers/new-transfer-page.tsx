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
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { locationsQuery } from "../../../data/stock/stock-locations.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useUnsaved } from "../../../kit/form/use-unsaved.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type NewLine, NewLines } from "./new-lines.tsx";
import type { TransferKind } from "./transfer-search.ts";

export const newTransferRoute = createLazyRoute("/shell/stock/transfers/new")({ component: NewTransferPage });

function NewTransferPage() {
  const { t } = useTranslation();
  const { kind = "transfer" } = useSearch({ from: "/shell/stock/transfers/new" });
  const { data: locations } = useQuery(locationsQuery(useApi()));
  if (!locations) return <PageLoading />;
  return (
    <Stack maw={860}>
      <BackLink to="/stock/transfers">{t("transfers.back")}</BackLink>
      <PageTitle>{t(`transfers.new.${kind}`)}</PageTitle>
      <Text c="dimmed">{t(`transfers.hints.${kind}`)}</Text>
      <TransferForm key={kind} kind={kind} locations={locations} />
    </Stack>
  );
}

interface Values {
  from: string | null;
  to: string | null;
  supplier: string;
  reference: string;
  expected: string;
  note: string;
}

interface FormProps {
  kind: TransferKind;
  locations: readonly { id: string; name: string }[];
}

function TransferForm({ kind, locations }: FormProps) {
  const { t } = useTranslation();
  const [first, second] = locations;
  const [values, setValues] = useState<Values>({
    from: kind === "transfer" ? (first?.id ?? null) : null,
    to: (kind === "transfer" ? second : first)?.id ?? null,
    supplier: "",
    reference: "",
    expected: "",
    note: "",
  });
  const [lines, setLines] = useState<NewLine[]>([]);
  const [isTried, setIsTried] = useState(false);
  const create = useCreate(kind);
  useUnsaved(lines.length > 0 && !create.isPending && !create.isDone);
  const change = (changed: Partial<Values>) => setValues((known) => ({ ...known, ...changed }));
  const problem = problemOf(values, lines);
  const submit = (isSent: boolean) => {
    setIsTried(true);
    if (problem === null) create.start({ values, lines, isSent });
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
        <Button loading={create.isPending} onClick={() => submit(true)}>
          {t(`transfers.sendNow.${kind}`)}
        </Button>
        <Button variant="default" loading={create.isPending} onClick={() => submit(false)}>
          {t("transfers.saveDraft")}
        </Button>
      </Group>
    </>
  );
}

/** Why it cannot be sent to the server; null if it can. */
function problemOf({ from, to }: Values, lines: readonly NewLine[]) {
  if (to === null) return "to";
  if (from === to) return "same";
  if (lines.length === 0) return "empty";
  return lines.some(({ quantity }) => quantity < 1) ? "pieces" : null;
}

interface PlacesProps extends FormProps {
  values: Values;
  onChange(changed: Partial<Values>): void;
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

interface Created {
  values: Values;
  lines: readonly NewLine[];
  isSent: boolean;
}

function useCreate(kind: TransferKind) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const action = useAction(["stock"]);
  const [id, setId] = useState<string | null>(null);
  return {
    isPending: action.isPending,
    isDone: id !== null,
    start: (created: Created) =>
      action.start({
        async run() {
          // A draft that could not be sent is there already: trying again does not make a second one.
          const draft = id ?? (await createDraft(api, created));
          setId(draft);
          if (created.isSent)
            await api.POST("/admin/stock-transfers/{id}/send", { params: { path: { id: draft } }, body: {} });
          await navigate({ to: "/stock/transfers/$id", params: { id: draft } });
        },
        done: t(created.isSent ? `transfers.sentNow.${kind}` : "transfers.draftSaved"),
      }),
  };
}

async function createDraft(api: Api, { values, lines }: Created): Promise<string> {
  const text = (value: string) => value.trim() || null;
  const { data } = await api.POST("/admin/stock-transfers", {
    body: {
      from_location_id: values.from,
      to_location_id: values.to!,
      supplier: text(values.supplier),
      reference: text(values.reference),
      note: text(values.note),
      expected_at: values.expected ? (new Date(`${values.expected}T12:00`).toISOString() as never) : null,
      lines: lines.map(({ item, quantity }) => ({ inventory_item_id: item.id, quantity })),
    },
  });
  return data!.stock_transfer.id;
}
