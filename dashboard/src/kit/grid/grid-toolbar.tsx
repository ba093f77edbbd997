import { ActionIcon, Alert, Button, Group, List, Progress, ScrollArea, Text } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { cellProblem } from "./cell-problem.ts";
import { cellText } from "./cell-text.ts";
import type { GridEdits } from "./use-grid-edits.ts";
import type { GridSaving, GridSource, RowProblem } from "./use-grid-saving.ts";

interface Props<Row> {
  source: GridSource<Row>;
  edits: GridEdits;
  saving: GridSaving;
  titleOf(row: Row): string;
}

/** Undo, redo, save; how far it is; and the rows that were not saved, each with the reason. */
export function GridToolbar<Row>({
  source,
  edits,
  saving,
  titleOf,
  children,
}: Props<Row> & { children?: ReactNode }) {
  const { t } = useTranslation();
  const count = edits.edits.size;
  const { finished, all } = saving.progress;
  return (
    <>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("grid.undo")}
          title={t("grid.undo")}
          disabled={!edits.canUndo || saving.isSaving}
          onClick={edits.undo}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("grid.redo")}
          title={t("grid.redo")}
          disabled={!edits.canRedo || saving.isSaving}
          onClick={edits.redo}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
        <Button disabled={count === 0} loading={saving.isSaving} onClick={saving.save}>
          {t("grid.save", { count })}
        </Button>
        {count > 0 && !saving.isSaving && (
          <Button
            variant="subtle"
            onClick={() => {
              edits.clear();
              saving.clear();
            }}
          >
            {t("form.discard")}
          </Button>
        )}
        {children}
        <Text size="sm" aria-live="polite">
          {saving.isSaving
            ? t("grid.saving", { finished, all })
            : saving.result && t("grid.saved", { count: saving.result.saved })}
        </Text>
      </Group>
      {saving.isSaving && (
        <Progress value={all === 0 ? 0 : (finished / all) * 100} aria-label={t("bulk.progress")} />
      )}
      {saving.error && (
        <Alert color="red" role="alert">
          {messageOf(saving.error, t)}
        </Alert>
      )}
      <Problems source={source} edits={edits} saving={saving} titleOf={titleOf} />
    </>
  );
}

function Problems<Row>({ source, edits, saving, titleOf }: Props<Row>) {
  const { t, i18n } = useTranslation();
  if (saving.problems.size === 0) return null;
  const titles = new Map(source.rows.map((row) => [source.idOf(row), titleOf(row)]));
  return (
    <Alert
      color="red"
      role="alert"
      title={
        <Text inherit c="var(--mantine-color-text)">
          {t("grid.notSaved", { count: saving.problems.size })}
        </Text>
      }
    >
      <ScrollArea.Autosize mah={200} viewportProps={{ tabIndex: 0, "aria-label": t("grid.problems") }}>
        <List size="sm">
          {[...saving.problems].map(([id, problem]) => (
            <List.Item key={id}>
              <b>{titles.get(id) ?? id}</b>: {reasonOf(id, problem)}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </Alert>
  );

  function reasonOf(id: string, problem: RowProblem): ReactNode {
    if (problem.kind === "failed") return messageOf(problem.error, t);
    if (problem.kind !== "conflict")
      return problem.kind === "gone" ? t("grid.gone") : cellReasons(id).join("; ");
    return <Conflicts source={source} problem={problem} onDecide={saving.decide} />;
  }

  /** The refused cells of a row, each with its reason. */
  function cellReasons(id: string): string[] {
    return source.columns.flatMap((column) => {
      const edit = edits.edits.get(id)?.[column.id];
      const reason = cellProblem(t, { column, edit, language: i18n.language });
      return reason === undefined
        ? []
        : t("grid.theirs", { column: column.header, value: `${edit?.text} – ${reason}` });
    });
  }
}

interface ConflictProps<Row> {
  source: GridSource<Row>;
  problem: Extract<RowProblem, { kind: "conflict" }>;
  onDecide: GridSaving["decide"];
}

function Conflicts<Row>({ source, problem, onDecide }: ConflictProps<Row>) {
  const { t, i18n } = useTranslation();
  const theirs = Object.entries(problem.theirs).map(([id, value]) => {
    const column = source.columns.find((each) => each.id === id)!;
    return t("grid.theirs", { column: column.header, value: cellText(column, value, i18n.language) || "–" });
  });
  return (
    <>
      {t("grid.conflict")} {theirs.join("; ")}{" "}
      <Button size="compact-xs" variant="default" onClick={() => onDecide(problem.row, "theirs")}>
        {t("grid.takeTheirs")}
      </Button>{" "}
      <Button size="compact-xs" variant="default" onClick={() => onDecide(problem.row, "mine")}>
        {t("grid.keepMine")}
      </Button>
    </>
  );
}
