import { useMemo } from "react";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import type { ShopFields } from "./product-draft.ts";

export function useShopFields(): ShopFields {
  const product = useCustomFields("product");
  const variant = useCustomFields("variant");
  return useMemo(() => ({ product, variant }), [product, variant]);
}
