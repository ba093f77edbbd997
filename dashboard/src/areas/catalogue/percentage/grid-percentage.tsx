import { Button, Group, Modal, MultiSelect, Radio, Stack, Text } from "@mantine/core";
import { IconPercentage } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { digitsOf } from "../../../kit/format/currency-digits.ts";
import type { GridColumn } from "../../../kit/grid/grid-column.ts";
import type { Block } from "../../../kit/grid/use-grid-cursor.ts";
import type { CellEdit, GridEdits } from "../../../kit/grid/use-grid-edits.ts";
import type { GridSource } from "../../../kit/grid/use-grid-saving.ts";
import { useIsPhone } from "../../../kit/page/use-is-phone.ts";
import { ExamplePrices } from "./example-prices.tsx";
import { changedAmount, type PriceChange } from "./percentage.ts";
import { changeOf, noChange, PercentageFields } from "./percentage-fields.tsx";

interface Props<Row> {
  source: GridSource<Row>;
  edits: GridEdits;
  /** What is selected in the grid. */
  block: Block;
  titleOf(row: Row): string;
  /** The price that the percentage is of. Null: there is none. */
  amountOf(row: Row, column: GridColumn<Row>): number | null;
}

const EXAMPLES = 6;

/** Changes the prices of many cells by a percentage. They are typed into the grid, so they can be undone and are saved with it. */
export function GridPercentage<Row>(props: Props<Row>) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPercentage size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t("percentage.open")}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t("percentage.title")}
        size="lg"
        fullScreen={isPhone}
        closeButtonProps={{ "aria-label": t("form.close") }}
      >
        <ChangeForm {...props} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function ChangeForm<Row>(props: Props<Row> & { onClose(): void }) {
  const { t } = useTranslation();
  const { source, block, edits, onClose } = props;
  const priceColumns = source.columns.filter(({ kind, isFixed }) => kind === "money" && !isFixed);
  const selected = source.columns.slice(block.left, block.right + 1).map(({ id }) => id);
  const inBlock = priceColumns.filter(({ id }) => selected.includes(id));
  const [columns, setColumns] = useState((inBlock.length > 0 ? inBlock : priceColumns).map(({ id }) => id));
  const rowsOfBlock = source.rows.slice(block.top, block.bottom + 1);
  const [rows, setRows] = useState<"selected" | "all">(rowsOfBlock.length > 1 ? "selected" : "all");
  const [typed, setTyped] = useState(noChange);
  const change = changeOf(typed);
  const cells = change ? changedCells(props, { change, columns, isAll: rows === "all" }) : [];
  const counts = { selected: rowsOfBlock.length, all: source.rows.length };
  const apply = () => {
    edits.set(cells.map(({ cell }) => cell));
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (cells.length > 0) apply();
      }}
    >
      <Stack>
        <PercentageFields value={typed} onChange={setTyped} />
        <Radio.Group
          label={t("percentage.rows")}
          value={rows}
          onChange={(value) => setRows(value as typeof rows)}
        >
          <Stack gap={6} mt={4}>
            {(["selected", "all"] as const).map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`percentage.rowChoices.${each}`, { count: counts[each] })}
              />
            ))}
          </Stack>
        </Radio.Group>
        <MultiSelect
          label={t("percentage.prices")}
          data={priceColumns.map(({ id, header }) => ({ value: id, label: header }))}
          value={columns}
          onChange={setColumns}
        />
        {cells.length > 0 && <ExamplePrices prices={cells.slice(0, EXAMPLES)} />}
        <Text size="sm" aria-live="polite">
          {change && t("percentage.changes", { count: cells.length })}
        </Text>
        <Group>
          <Button type="submit" disabled={cells.length === 0}>
            {t("percentage.apply")}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t("action.back")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Wanted {
  change: PriceChange;
  columns: readonly string[];
  isAll: boolean;
}

/** The cells that get another price, each also as an example. */
function changedCells<Row>(
  { source, edits, block, titleOf, amountOf }: Props<Row>,
  { change, columns, isAll }: Wanted,
) {
  const rows = isAll ? source.rows : source.rows.slice(block.top, block.bottom + 1);
  const chosen = source.columns.filter(({ id }) => columns.includes(id));
  return rows.flatMap((row) =>
    chosen.flatMap((column) => {
      const stored = column.read(row);
      const before = amountOf(row, column);
      if (stored === undefined || before === null) return [];
      const id = source.idOf(row);
      const known = edits.edits.get(id)?.[column.id];
      const currency = column.currency ?? "";
      const after = changedAmount(before, change, digitsOf(currency));
      const shown = known ? known.value : stored;
      if (after === shown && !known?.error) return [];
      const cell: CellEdit = {
        row: id,
        column: column.id,
        edit: { base: known?.base ?? stored, value: after },
      };
      return [{ key: `${id} ${column.id}`, name: titleOf(row), currency, before, after, cell }];
    }),
  );
}
