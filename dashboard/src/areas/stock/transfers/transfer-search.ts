import { oneOfParam, pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

export const TRANSFER_STATES = ["draft", "sent", "received", "canceled"] as const;
export const TRANSFER_KINDS = ["transfer", "incoming"] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export interface TransferSearch {
  state?: (typeof TRANSFER_STATES)[number] | undefined;
  kind?: TransferKind | undefined;
  location?: string | undefined;
  page?: number | undefined;
}

export const transferSearch = (given: Record<string, unknown>): TransferSearch =>
  withoutEmpty<TransferSearch>({
    state: oneOfParam(given["state"], TRANSFER_STATES),
    kind: oneOfParam(given["kind"], TRANSFER_KINDS),
    location: textParam(given["location"]),
    page: pageParam(given["page"]),
  });

export interface NewTransferSearch {
  kind?: TransferKind;
  /** A stored draft that is changed. */
  draft?: string;
}

export const newTransferSearch = (given: Record<string, unknown>): NewTransferSearch =>
  withoutEmpty<NewTransferSearch>({
    kind: oneOfParam(given["kind"], TRANSFER_KINDS),
    draft: textParam(given["draft"]),
  });
