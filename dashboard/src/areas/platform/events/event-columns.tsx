import { Anchor } from "@mantine/core";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { EntityLink } from "../entity-link.tsx";
import type { LoggedEvent } from "../system-queries.ts";

const helper = createColumnHelper<Features, LoggedEvent>();

interface Options {
  t: TFunction;
  format: Format;
  names: ReadonlyMap<string, string>;
  onOpen(id: string): void;
}

/** Who caused an event: a user, a customer, or the shop itself. */
export const causeOf = (
  { user_id, customer_id }: LoggedEvent,
  { t, names }: Pick<Options, "t" | "names">,
): string => {
  if (user_id) return names.get(user_id) ?? user_id;
  return customer_id ? t("system.customer") : t("system.shop");
};

export const eventColumns = ({ t, format, names, onOpen }: Options) =>
  helper.columns([
    helper.accessor("occurred_at", {
      header: t("system.time"),
      cell: ({ getValue }) => <span className="nowrap">{format.exactTime(getValue())}</span>,
    }),
    helper.accessor("name", {
      header: t("system.event"),
      cell: ({ row, getValue }) => (
        <Anchor
          component="button"
          type="button"
          fw={600}
          size="sm"
          data-opens
          onClick={() => onOpen(row.original.id)}
        >
          {getValue()}
        </Anchor>
      ),
    }),
    helper.accessor("entity_id", {
      header: t("system.object"),
      cell: ({ getValue }) => <EntityLink id={getValue()} />,
    }),
    helper.accessor((event) => causeOf(event, { t, names }), { id: "cause", header: t("system.cause") }),
  ]);
