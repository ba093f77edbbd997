import { Alert, List, ScrollArea, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { GridColumn } from "./grid-column.ts";

export interface PastedCell {
  row: number;
  column: number;
  text: string;
}

/** A value that was pasted where nothing can be written. */
export interface NotTaken {
  /** The name of its row. Null: the grid has no such row. */
  row: string | null;
  /** The header of its column. Null: the grid has no such column. */
  column: string | null;
  text: string;
  reason: "fixed" | "absent" | "beyond";
}

interface Shape<Row> {
  columns: readonly GridColumn<Row>[];
  rowAt(row: number): Row | undefined;
  titleOf(row: Row): string;
  textAt(row: number, column: number): string;
}

/** What a paste does not write. What is empty, or stands there already, is not missed. */
export function notTakenOf<Row>(cells: readonly PastedCell[], shape: Shape<Row>): NotTaken[] {
  return cells.flatMap(({ row, column, text }): NotTaken[] => {
    const value = text.trim();
    if (value === "") return [];
    const place = shape.columns[column];
    const found = shape.rowAt(row);
    const names = { row: found ? shape.titleOf(found) : null, column: place?.header ?? null, text: value };
    if (!place || !found) return [{ ...names, reason: "beyond" }];
    if (place.read(found) === undefined) return [{ ...names, reason: "absent" }];
    return place.isFixed && shape.textAt(row, column) !== value ? [{ ...names, reason: "fixed" }] : [];
  });
}

interface Props {
  cells: readonly NotTaken[];
  help?: string | undefined;
  onClose(): void;
}

export function NotTakenNotice({ cells, help, onClose }: Props) {
  const { t } = useTranslation();
  if (cells.length === 0) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      withCloseButton
      closeButtonLabel={t("form.close")}
      onClose={onClose}
      title={
        <Text inherit c="var(--mantine-color-text)">
          {t("grid.notTaken.title", { count: cells.length })}
        </Text>
      }
    >
      <ScrollArea.Autosize mah={160} viewportProps={{ tabIndex: 0, "aria-label": t("grid.notTaken.list") }}>
        <List size="sm">
          {linesOf(cells).map(({ row, reason, columns, texts }) => (
            <List.Item key={`${row} ${reason}`}>
              <b>{row ?? t("grid.notTaken.outside")}</b>: {texts.join(", ")} –{" "}
              {t(`grid.notTaken.${reason}`, { columns: columns.join(", ") })}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {help && cells.some(({ reason }) => reason === "absent") && (
        <Text size="sm" mt="xs">
          {help}
        </Text>
      )}
    </Alert>
  );
}

interface Line extends Pick<NotTaken, "row" | "reason"> {
  columns: string[];
  texts: string[];
}

/** One line for each row and reason. */
function linesOf(cells: readonly NotTaken[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { row, reason, column, text } of cells) {
    const key = `${row} ${reason}`;
    const line = lines.get(key) ?? { row, reason, columns: [], texts: [] };
    if (column !== null && !line.columns.includes(column)) line.columns.push(column);
    lines.set(key, { ...line, texts: [...line.texts, text] });
  }
  return [...lines.values()];
}
