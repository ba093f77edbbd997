import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import type { NewLine } from "./new-lines.tsx";
import type { StoredDraft } from "./transfer-queries.ts";
import type { TransferKind } from "./transfer-search.ts";

export interface TransferValues {
  from: string | null;
  to: string | null;
  supplier: string;
  reference: string;
  expected: string;
  note: string;
}

/** The draft that the server has, and the version that the user has seen. */
interface Stored {
  id: string;
  version: number;
}

/** What a form begins with. */
export interface Draft {
  values: TransferValues;
  lines: readonly NewLine[];
  stored: Stored | null;
}

export function emptyDraft(kind: TransferKind, [first, second]: readonly { id: string }[]): Draft {
  const isTransfer = kind === "transfer";
  return {
    values: {
      from: isTransfer ? (first?.id ?? null) : null,
      to: (isTransfer ? second : first)?.id ?? null,
      supplier: "",
      reference: "",
      expected: "",
      note: "",
    },
    lines: [],
    stored: null,
  };
}

export const changesOf = ({ transfer, items }: StoredDraft): Draft => ({
  values: {
    from: transfer.from_location_id,
    to: transfer.to_location_id,
    supplier: transfer.supplier ?? "",
    reference: transfer.reference ?? "",
    expected: transfer.expected_at?.slice(0, 10) ?? "",
    note: transfer.note ?? "",
  },
  lines: transfer.lines.flatMap(({ inventory_item_id, quantity }) => {
    const item = items.find(({ id }) => id === inventory_item_id);
    return item ? [{ item, quantity }] : [];
  }),
  stored: { id: transfer.id, version: transfer.version },
});

interface Given {
  values: TransferValues;
  lines: readonly NewLine[];
  isSent: boolean;
}

/** A draft that could not be sent is stored already: trying again changes it, and does not make a second one. */
export function useSaveTransfer(kind: TransferKind, draft: Stored | null) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const action = useAction(["stock"]);
  const stored = useRef(draft);
  const isDone = useRef(false);
  return {
    isPending: action.isPending,
    isDone: () => isDone.current,
    start: (given: Given) =>
      action.start({
        async run() {
          stored.current = await saveDraft(api, given, stored.current);
          const { id } = stored.current;
          if (given.isSent)
            await api.POST("/admin/stock-transfers/{id}/send", { params: { path: { id } }, body: {} });
          isDone.current = true;
          await navigate({ to: "/stock/transfers/$id", params: { id } });
        },
        done: t(given.isSent ? `transfers.sentNow.${kind}` : "transfers.draftSaved"),
      }),
  };
}

async function saveDraft(api: Api, given: Given, stored: Stored | null): Promise<Stored> {
  const body = bodyOf(given);
  const { data } = stored
    ? await api.POST("/admin/stock-transfers/{id}", {
        params: { path: { id: stored.id } },
        body: { ...body, version: stored.version },
      })
    : await api.POST("/admin/stock-transfers", { body });
  const { id, version } = data!.stock_transfer;
  return { id, version };
}

function bodyOf({ values, lines }: Given) {
  const text = (value: string) => value.trim() || null;
  return {
    from_location_id: values.from,
    to_location_id: values.to!,
    supplier: text(values.supplier),
    reference: text(values.reference),
    note: text(values.note),
    expected_at: values.expected ? (new Date(`${values.expected}T12:00`).toISOString() as never) : null,
    lines: lines.map(({ item, quantity }) => ({ inventory_item_id: item.id, quantity })),
  };
}
