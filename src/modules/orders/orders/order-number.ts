import type { Rules } from "../../../plugins/rules/rules.ts";

interface Numbered {
  display_id?: number;
  external_id?: string | null;
}

/** What people read as the number of an order: what a plugin chose (`choices.orderNumber`), otherwise `display_id`. */
export const shownNumber = (rules: Rules, { display_id, external_id }: Numbered): string =>
  rules.chooses("orderNumber") && external_id ? external_id : String(display_id);
