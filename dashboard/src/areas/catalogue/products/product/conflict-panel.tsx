import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import type { Conflict } from "../../../../kit/form/merge.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import type { ProductDraft } from "../product-draft.ts";
import { lastChangeQuery } from "../product-queries.ts";
import { useConflictTexts } from "./use-conflict-texts.ts";

export type Choice = "mine" | "theirs";

interface Props {
  id: string;
  draft: ProductDraft;
  conflicts: readonly Conflict[];
  /** One choice for each conflict, in their order. */
  onDecide(choices: Choice[]): void;
  onCancel(): void;
}

/** What two people changed differently. Nothing is saved before it is decided. */
export function ConflictPanel({ id, draft, conflicts, onDecide, onCancel }: Props) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<Choice[]>(() => conflicts.map(() => "theirs"));
  const { nameOf, shownValue } = useConflictTexts(draft);
  const choose = (index: number, choice: string) =>
    setChoices(choices.map((each, place) => (place === index ? (choice as Choice) : each)));
  return (
    <Alert
      color="yellow"
      role="alert"
      title={
        <Text inherit c="var(--mantine-color-text)">
          {t("conflict.title")}
        </Text>
      }
    >
      <Stack gap="sm">
        <Text size="sm">{t("conflict.text")}</Text>
        <LastChange id={id} />
        <Table.ScrollContainer minWidth={520} type="native">
          <Table aria-label={t("conflict.title")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("conflict.field")}</Table.Th>
                <Table.Th>{t("conflict.theirs")}</Table.Th>
                <Table.Th>{t("conflict.mine")}</Table.Th>
                <Table.Th>{t("conflict.keep")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {conflicts.map((conflict, index) => (
                <Table.Tr key={conflict.path.join("/")}>
                  <Table.Th scope="row">{nameOf(conflict.path)}</Table.Th>
                  <Table.Td>{shownValue(conflict, "theirs")}</Table.Td>
                  <Table.Td>{shownValue(conflict, "mine")}</Table.Td>
                  <Table.Td>
                    <SegmentedControl
                      aria-label={t("conflict.keepOf", { field: nameOf(conflict.path) })}
                      size="xs"
                      value={choices[index]!}
                      onChange={(choice) => choose(index, choice)}
                      data={[
                        { value: "theirs", label: t("conflict.theirs") },
                        { value: "mine", label: t("conflict.mine") },
                      ]}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group>
          <Button onClick={() => onDecide(choices)}>{t("conflict.save")}</Button>
          <Button variant="default" onClick={onCancel}>
            {t("conflict.cancel")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Who changed the product last, for those who may read the audit log. */
function LastChange({ id }: { id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: entry } = useQuery({ ...lastChangeQuery(useApi(), id), enabled: useMay()("audit:read") });
  if (!entry) return null;
  const name = [entry.user?.first_name, entry.user?.last_name].filter(Boolean).join(" ") || entry.user?.email;
  return (
    <Text size="sm" fw={600}>
      {t("conflict.who", { name: name ?? entry.user_id, time: format.time(entry.occurred_at) })}
    </Text>
  );
}
