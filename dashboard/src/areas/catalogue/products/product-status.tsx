import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { ProductStatus } from "./product-search.ts";

const COLORS: Record<ProductStatus, string> = {
  draft: "gray",
  proposed: "orange",
  published: "green",
  rejected: "red",
};

export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const { t } = useTranslation();
  return <StateBadge color={COLORS[status]}>{t(`product.choices.status.${status}`)}</StateBadge>;
}
