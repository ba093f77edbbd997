import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import type { Rules } from "./segment-values.ts";

/** The rules in words. Tags and groups are counted: their names are in the form. */
export function useRulesText(): (rules: unknown) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const { nameOf } = useCountries();
  const range = (from: string | undefined, to: string | undefined) =>
    [from && t("segments.atLeast", { value: from }), to && t("segments.atMost", { value: to })]
      .filter(Boolean)
      .join(" ");
  const number = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  const when = (name: "lastOrder" | "signedUp", ago: Rules["last_order"]) =>
    ago &&
    `${t(`segments.${name}`)} ${
      ago.within_days !== undefined
        ? t("segments.withinText", { count: ago.within_days })
        : t("segments.beforeText", { count: ago.before_days ?? 0 })
    }`;
  return (stored) => {
    const rules = stored as Rules;
    const { spent, orders, consent } = rules;
    const money = (amount: number | undefined) =>
      amount === undefined ? undefined : format.money(amount, spent!.currency_code);
    const chosen = (rules.tags?.any?.length ?? 0) + (rules.tags?.none?.length ?? 0);
    const groups = (rules.groups?.any?.length ?? 0) + (rules.groups?.none?.length ?? 0);
    return [
      spent && `${t("segments.spent")} ${range(money(spent.gte), money(spent.lte))}`,
      orders && `${t("segments.orders")} ${range(number(orders.gte), number(orders.lte))}`,
      when("lastOrder", rules.last_order),
      when("signedUp", rules.signed_up),
      rules.countries?.map(nameOf).join(", "),
      chosen > 0 && t("segments.tagsText", { count: chosen }),
      groups > 0 && t("segments.groupsText", { count: groups }),
      consent && t(`segments.consents.${consent.channel}_${consent.is_given ? "yes" : "no"}`),
      rules.has_account !== undefined && t(rules.has_account ? "customers.hasAccount" : "customers.guest"),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
