import {
  type Order,
  oneOfParam,
  ownOrderParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";
import { MAIL_KINDS } from "./mail-kinds.ts";

export const MAIL_STATES = ["sent", "failed"] as const;

export interface MailSearch {
  q?: string | undefined;
  state?: (typeof MAIL_STATES)[number] | undefined;
  kind?: (typeof MAIL_KINDS)[number] | undefined;
  order?: Order<"created_at"> | undefined;
  page?: number | undefined;
}

/** The columns that sort the list, with the field of the server. */
export const MAIL_SORTS = { created_at: "created_at" } as const;

export const mailSearch = (given: Record<string, unknown>): MailSearch =>
  withoutEmpty<MailSearch>({
    q: textParam(given["q"]),
    state: oneOfParam(given["state"], MAIL_STATES),
    kind: oneOfParam(given["kind"], MAIL_KINDS),
    order: ownOrderParam(given["order"], Object.values(MAIL_SORTS)),
    page: pageParam(given["page"]),
  });
