import { Anchor, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { COUNTS, type Figure, type KindName, kindOf } from "./report-kinds.ts";
import type { Figures } from "./report-queries.ts";
import type { ReportRow } from "./report-rows.ts";

interface Props {
  name: KindName;
  caption: string;
  currency: string;
  rows: ReportRow[];
  totals: { current: Figures; compared: Figures } | undefined;
  order: string | undefined;
  onOrder(order: string): void;
}

/** How a figure is written. */
export function useFigureText(currency: string): (figure: Figure, value: number | undefined) => string {
  const format = useFormat();
  return (figure, value) => {
    // Without costs there is nothing to add up.
    if (value === undefined || (figure === "cost" && value === 0)) return "–";
    if (figure === "return_rate") return format.percent(value);
    return COUNTS.includes(figure) ? format.number(value) : format.money(value, currency);
  };
}

/** Name, figures, and the main figure beside that of the period before. A phone shows the main one. */
export function ReportTable({ name, caption, currency, rows, totals, order, onOrder }: Props) {
  const { t } = useTranslation();
  const text = useFigureText(currency);
  const kind = kindOf(name);
  const isLifetime = name === "customers";
  const head = { order: order ?? (name === "sales" ? undefined : `-${kind.main}`), onOrder };
  const placeOf = (figure: Figure) => (figure === kind.main ? {} : { visibleFrom: "sm" as const });
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0}>
      <Table stickyHeader highlightOnHover aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`reports.rows.${name}`)}</Table.Th>
            {kind.figures.map((figure) => (
              <FigureHead
                key={figure}
                figure={figure}
                isSorted={kind.sorted?.includes(figure) ?? true}
                isWide={figure !== kind.main}
                {...head}
              />
            ))}
            {isLifetime && (
              <Table.Th className="number" visibleFrom="sm">
                {t("reports.inPeriod")}
              </Table.Th>
            )}
            <Table.Th className="number" visibleFrom="sm">
              {t("reports.before")}
            </Table.Th>
            <Table.Th className="number">{t("reports.change")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Td maw={320}>
                <RowName row={row} />
              </Table.Td>
              {kind.figures.map((figure) => (
                <Table.Td key={figure} className="number" {...placeOf(figure)}>
                  {text(figure, row.current[figure])}
                </Table.Td>
              ))}
              {isLifetime && (
                <Table.Td className="number" visibleFrom="sm">
                  {text(kind.main, row.now)}
                </Table.Td>
              )}
              <Table.Td className="number" visibleFrom="sm">
                {text(kind.main, row.before)}
              </Table.Td>
              <Table.Td className="number">
                <ChangeText now={row.now} before={row.before} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {totals && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>{t("reports.total")}</Table.Th>
              {kind.figures.map((figure) => (
                <Table.Th key={figure} className="number" {...placeOf(figure)}>
                  {text(figure, totals.current[figure])}
                </Table.Th>
              ))}
              <Table.Th className="number" visibleFrom="sm">
                {text(kind.main, totals.compared[kind.main])}
              </Table.Th>
              <Table.Th className="number">
                <ChangeText now={totals.current[kind.main] ?? 0} before={totals.compared[kind.main] ?? 0} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}

interface HeadProps {
  figure: Figure;
  isSorted: boolean;
  isWide: boolean;
  order: string | undefined;
  onOrder(order: string): void;
}

/** The largest first, and at a second click the smallest. */
function FigureHead({ figure, isSorted, isWide, order, onOrder }: HeadProps) {
  const { t } = useTranslation();
  const label = t(`reports.figures.${figure}`);
  const place = isWide ? { visibleFrom: "sm" as const } : {};
  if (!isSorted)
    return (
      <Table.Th className="number" {...place}>
        {label}
      </Table.Th>
    );
  const isDown = order === `-${figure}`;
  const isUp = order === figure;
  const Icon = isDown ? IconArrowDown : isUp ? IconArrowUp : IconArrowsSort;
  return (
    <Table.Th
      className="number"
      aria-sort={isDown ? "descending" : isUp ? "ascending" : undefined}
      {...place}
    >
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        className="nowrap"
        onClick={() => onOrder(isDown ? figure : `-${figure}`)}
      >
        {label} <Icon size={13} aria-hidden opacity={isDown || isUp ? 1 : 0.45} />
      </UnstyledButton>
    </Table.Th>
  );
}

function RowName({ row: { name, detail, target } }: { row: ReportRow }) {
  return (
    <>
      {target ? (
        <Anchor renderRoot={(props) => <Link {...props} to={target.to} params={{ id: target.id }} />}>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {detail && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
      )}
    </>
  );
}

/** A dash where there was nothing before. */
function ChangeText({ now, before }: { now: number; before: number | undefined }) {
  const format = useFormat();
  if (before === undefined) return "–";
  if (before === 0 || now === before) return now === before && now !== 0 ? format.percent(0) : "–";
  const change = (now - before) / Math.abs(before);
  return `${change > 0 ? "+" : ""}${format.percent(change)}`;
}
