import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import type { ColumnPart, ListName, ShopRow } from "../../kit/plugins/contract.ts";
import type { ExtraColumn } from "../../kit/plugins/extra-column.ts";
import { hosted } from "./hosted.ts";
import { type HostedPlugin, toolsOf, translateOf } from "./hosted-plugin.ts";
import { PluginBoundary } from "./part.tsx";
import { pluginApiOf } from "./plugin-api.ts";
import { RowMenu } from "./row-menu.tsx";

/** The columns that plugins add to a list for this user, and one with the menu of each row if there are actions. */
export function columnsOf(list: ListName): readonly ExtraColumn[] {
  const { plugins } = hosted();
  const columns = plugins.flatMap((plugin) =>
    (plugin.parts.lists?.[list]?.columns ?? []).map((column) => shownColumn({ list, plugin, column })),
  );
  const hasActions = plugins.some(({ parts }) => (parts.lists?.[list]?.actions ?? []).length > 0);
  return hasActions ? [...columns, menuColumn(list)] : columns;
}

interface Column {
  list: ListName;
  plugin: HostedPlugin;
  column: ColumnPart;
}

function shownColumn({ list, plugin, column }: Column): ExtraColumn {
  const { fields = [], isNumber = false, title } = column;
  return {
    id: `${plugin.name}-${column.id}`,
    label: () => translateOf(plugin)(title),
    isChosen: true,
    isNumber,
    fields,
    Cell: ({ row, idsOf }) => (
      <PluginBoundary plugin={plugin} failed={<FailedCell name={plugin.name} />}>
        {column.read ? (
          <ReadCell {...{ list, plugin, column, row, idsOf }} />
        ) : (
          <PlainCell column={column} row={row} data={undefined} />
        )}
      </PluginBoundary>
    ),
  };
}

interface CellProps {
  column: ColumnPart;
  row: ShopRow;
  data: unknown;
}

/** A component of its own, so that what it throws ends at the cell. */
const PlainCell = ({ column, row, data }: CellProps) => <>{column.cell({ row, data })}</>;

/** Every cell of a page has the same query: it is one request. */
function ReadCell({ list, plugin, column, row, idsOf }: Column & { row: ShopRow; idsOf(): string[] }) {
  const api = useApi();
  const ids = idsOf();
  const { data, error } = useQuery({
    queryKey: ["plugin", plugin.name, list, column.id, ids],
    queryFn: () => column.read!(ids, toolsOf(plugin, pluginApiOf(api))),
  });
  if (error) return <FailedCell name={plugin.name} />;
  return <PlainCell column={column} row={row} data={data?.[row.id]} />;
}

/** There is no place for a card. */
function FailedCell({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Text size="xs" c="dimmed">
      {t("plugins.failed", { name })}
    </Text>
  );
}

const menuColumn = (list: ListName): ExtraColumn => ({
  id: "plugin-actions",
  label: () => i18next.t("action.more"),
  isChosen: false,
  isNumber: false,
  fields: [],
  Cell: ({ row }) => <RowMenu list={list} row={row} />,
});
