import {
  Badge,
  Card,
  Group,
  Link,
  Loaded,
  type ShopRow,
  Stack,
  Text,
  useRead,
  useTexts,
} from "tradewind/dashboard";
import type { Review } from "./review-card.tsx";
import { starsOf } from "./stars.ts";

export default function ProductCard({ row }: { row: ShopRow }) {
  const t = useTexts();
  const query = { product_id: row.id, limit: 5 };
  const read = useRead<{ reviews: Review[]; count: number }>("/admin/reviews", query);
  return (
    <Card title={t("Reviews")} actions={<Link to="/plugins/product-reviews/">{t("All reviews")}</Link>}>
      <Loaded of={read}>
        {({ reviews }) =>
          reviews.length === 0 ? (
            <Text isDimmed>{t("No reviews")}</Text>
          ) : (
            <Stack gap="xs">
              {reviews.map(({ id, rating, title, body, state }) => (
                <Group key={id} gap="xs">
                  <Text isBold>{starsOf(rating)}</Text>
                  <Badge>{t(`state.${state}`)}</Badge>
                  <Text>{title ?? body.slice(0, 80)}</Text>
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Card>
  );
}
