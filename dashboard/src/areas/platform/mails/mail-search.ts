import { oneOfParam, pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";
import { MAIL_KINDS } from "./mail-kinds.ts";

export const MAIL_STATES = ["sent", "failed"] as const;

export interface MailSearch {
  q?: string | undefined;
  state?: (typeof MAIL_STATES)[number] | undefined;
  kind?: (typeof MAIL_KINDS)[number] | undefined;
  page?: number | undefined;
}

export const mailSearch = (given: Record<string, unknown>): MailSearch =>
  withoutEmpty<MailSearch>({
    q: textParam(given["q"]),
    state: oneOfParam(given["state"], MAIL_STATES),
    kind: oneOfParam(given["kind"], MAIL_KINDS),
    page: pageParam(given["page"]),
  });
