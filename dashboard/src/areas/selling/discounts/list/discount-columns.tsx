import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../../kit/format/format.ts";
import type { Features } from "../../../../kit/list/features.ts";
import type { Discount } from "../discount-queries.ts";
import { DiscountStateBadge } from "../discount-state.tsx";

const helper = createColumnHelper<Features, Discount>();

/** What is taken off: 10 %, 5.00 € or the shipping. */
export function worthOf({ rule, regions }: Discount, t: TFunction, format: Format): string {
  if (rule.type === "free_shipping") return t("discounts.types.free_shipping");
  if (rule.type === "percentage") return format.percent(rule.value / 100);
  const [region] = regions;
  return region ? format.money(rule.value, region.currency_code) : format.number(rule.value);
}

export const usesOf = (
  { usage_count, usage_limit }: Pick<Discount, "usage_count" | "usage_limit">,
  t: TFunction,
) =>
  usage_limit === null
    ? String(usage_count)
    : t("discounts.usesOf", { count: usage_count, limit: usage_limit });

function CodeCell({ discount, text }: { discount: Discount; text: string | null }) {
  const id = discount.parent_discount_id ?? discount.id;
  return (
    <>
      <Anchor fw={600} renderRoot={(props) => <Link {...props} to="/discounts/$id" params={{ id }} />}>
        {discount.code}
      </Anchor>
      {text && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
    </>
  );
}

export const discountColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.display({
      id: "code",
      header: t("discounts.code"),
      cell: ({ row: { original: discount } }) => (
        <CodeCell
          discount={discount}
          text={
            discount.parent_discount
              ? t("discounts.codeOf", { code: discount.parent_discount.code })
              : discount.rule.description
          }
        />
      ),
    }),
    helper.accessor((discount) => worthOf(discount, t, format), {
      id: "worth",
      header: t("discounts.worth"),
    }),
    helper.display({
      id: "state",
      header: t("discounts.state"),
      cell: ({ row }) => <DiscountStateBadge discount={row.original} />,
    }),
    helper.accessor(({ is_dynamic }) => t(is_dynamic ? "discounts.codes.many" : "discounts.codes.one"), {
      id: "codes",
      header: t("discounts.codesTitle"),
    }),
    helper.accessor(({ regions }) => regions.map(({ name }) => name).join(", ") || "–", {
      id: "regions",
      header: t("discounts.regions"),
    }),
    helper.accessor("ends_at", {
      id: "ends",
      header: t("discounts.ends"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
    helper.accessor((discount) => usesOf(discount, t), { id: "uses", header: t("discounts.uses") }),
  ]);
