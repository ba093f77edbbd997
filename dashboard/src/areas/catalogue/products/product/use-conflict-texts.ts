import { useTranslation } from "react-i18next";
import type { Conflict } from "../../../../kit/form/merge.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import { useLabels } from "../../use-labels.ts";
import type { ProductDraft, ShopFields } from "../product-draft.ts";
import { useMarkets } from "../use-markets.ts";
import { useShopFields } from "../use-shop-fields.ts";

/** The names and values of a conflict, for people. */
export function useConflictTexts(draft: ProductDraft) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const labels = useLabels();
  const markets = useMarkets();
  const marketOf = (id: string | undefined) => markets.find((market) => market.id === id);
  const fields = useShopFields();
  const labelOfField = (of: keyof ShopFields, name = "") =>
    fields[of].find((field) => field.name === name)?.label ?? name;
  const fieldName = (name: string) => {
    const key = `product.fields.${name}`;
    return i18n.exists(key) ? (t as (key: string) => string)(key) : name;
  };
  const inVariant = ([field = "", inner]: readonly string[]) => {
    if (field === "prices") return t("product.priceIn", { market: marketOf(inner)?.name ?? inner });
    if (field === "custom_fields") return labelOfField("variant", inner);
    if (field === "options") return draft.options[inner ?? ""]?.title ?? t("product.option");
    return fieldName(field);
  };
  const nameOf = ([field = "", inner, ...rest]: readonly string[]): string => {
    if (field === "options") return t("product.option");
    if (field === "custom_fields") return labelOfField("product", inner);
    if (field === "metadata") return `${t("metadata.title")}: ${inner ?? ""}`;
    if (field !== "variants" || inner === undefined) return fieldName(field);
    const title = draft.variants[inner]?.title ?? t("product.variant");
    return rest.length === 0 ? title : `${title}: ${inVariant(rest)}`;
  };
  const choices = [labels.collection_id, labels.category_id, labels.sales_channel_id].flat();
  const labelOf = (value: unknown) =>
    choices.find((choice) => choice.value === value)?.label ?? String(value);
  const shownValue = ({ path, ...conflict }: Conflict, side: "mine" | "theirs"): string => {
    const value = conflict[side];
    if (value === undefined) return t("conflict.removed");
    if (value === null || value === "") return "–";
    const market = path.at(-2) === "prices" ? marketOf(path.at(-1)) : undefined;
    if (market && typeof value === "number") return format.money(value, market.currency);
    if (typeof value === "boolean") return t(value ? "conflict.yes" : "conflict.no");
    if (Array.isArray(value)) return value.map(labelOf).join(", ");
    return typeof value === "object" ? t("conflict.changed") : labelOf(value);
  };
  return { nameOf, shownValue };
}
