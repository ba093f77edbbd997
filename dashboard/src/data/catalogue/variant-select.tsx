import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Api, useApi } from "../../kit/api/api.ts";
import { useFormat } from "../../kit/format/format.ts";

/** Whose price is shown. */
export interface PriceContext {
  region_id?: string;
  currency_code?: string;
  customer_id?: string;
}

const foundVariantsQuery = (api: Api, q: string, context: PriceContext) =>
  queryOptions({
    queryKey: ["variants", "found", q, context],
    placeholderData: keepPreviousData,
    async queryFn() {
      const shown = { limit: 20, fields: "id,title,sku,product.title", expand: "" };
      const query = { ...(q && { q }), ...context, ...shown };
      return (await api.GET("/admin/variants", { params: { query } })).data!.variants;
    },
  });

type Variant = Awaited<ReturnType<NonNullable<ReturnType<typeof foundVariantsQuery>["queryFn"]>>>[number];

const titleOf = ({ product, title }: Variant) => [product?.title, title].filter(Boolean).join(", ");

interface Props extends Omit<SelectProps, "data" | "value" | "onChange" | "searchValue" | "onSearchChange"> {
  context: PriceContext & { currency_code: string };
  /** Prices as the region has them, beside others that are without taxes in some regions. Otherwise they are with taxes. */
  isAsWritten?: boolean;
  onChoose(variant: Chosen): void;
}

interface Chosen {
  id: string;
  title: string;
  sku: string | null;
  /** With taxes, as far as they are known. */
  price: number | null;
  /** As the list has shown it. */
  shown: number | null;
}

/** Finds a variant by title, code or product, and hands it over. */
export function VariantSelect({ context, isAsWritten = false, onChoose, ...props }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { data: variants = [] } = useQuery(foundVariantsQuery(api, q, context));
  const priceOf = (variant: Variant) => variant.calculated_price_incl_tax ?? variant.calculated_price ?? null;
  const shownOf = (variant: Variant) => (isAsWritten ? (variant.calculated_price ?? null) : priceOf(variant));
  return (
    <Select
      placeholder={t("variant.find")}
      nothingFoundMessage={t("find.nothing")}
      {...props}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      data={variants.map((variant) => ({
        value: variant.id,
        label: [titleOf(variant), variant.sku, format.money(shownOf(variant), context.currency_code)]
          .filter(Boolean)
          .join(" · "),
      }))}
      onChange={(id) => {
        const variant = variants.find((each) => each.id === id);
        if (!variant) return;
        const { id: chosen, sku } = variant;
        const price = { price: priceOf(variant), shown: shownOf(variant) };
        onChoose({ id: chosen, title: titleOf(variant), sku, ...price });
        setTyped("");
      }}
    />
  );
}
