import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ProductStatus } from "./product-search.ts";

const COLORS: Record<ProductStatus, string> = {
  draft: "gray",
  proposed: "orange",
  published: "green",
  rejected: "red",
};

export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const { t } = useTranslation();
  return (
    <Badge
      variant="light"
      color={COLORS[status]}
      c="var(--mantine-color-text)"
      tt="none"
      fw={500}
      miw="max-content"
    >
      {t(`product.choices.status.${status}`)}
    </Badge>
  );
}
