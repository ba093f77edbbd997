import { useState } from "react";
import {
  Badge,
  Button,
  Card,
  Group,
  Link,
  Moment,
  Stack,
  Text,
  TextArea,
  useAction,
  useApi,
  useMay,
  useTexts,
} from "tradewind/dashboard";
import { starsOf } from "./stars.ts";

export interface Review {
  id: number;
  product_id: string;
  product_title: string;
  customer_id: string;
  email: string;
  rating: number;
  title: string | null;
  body: string;
  author: string;
  is_verified: boolean;
  state: "pending" | "published" | "rejected";
  answer: string | null;
  written_at: string;
}

const COLORS = { pending: "yellow", published: "green", rejected: "gray" } as const;

/** Everything that a customer wrote is shown as text. */
export function ReviewCard({ review }: { review: Review }) {
  const t = useTexts();
  const api = useApi();
  const mayWrite = useMay()("customers:write");
  const { isPending, start } = useAction();
  const [answer, setAnswer] = useState(review.answer ?? "");
  const moderate = (state: "published" | "rejected") =>
    start({
      run: () => api.post(`/admin/reviews/${review.id}`, { state, answer }),
      done: state === "published" ? t("The review is published") : t("The review is rejected"),
    });
  return (
    <Card title={`${starsOf(review.rating)} ${review.title ?? ""}`}>
      <Stack gap="xs">
        <Group gap="xs">
          <Badge color={COLORS[review.state]}>{t(`state.${review.state}`)}</Badge>
          {review.is_verified && <Badge color="blue">{t("Has bought it")}</Badge>}
          <Link to={`/products/${review.product_id}`}>{review.product_title}</Link>
          <Link to={`/customers/${review.customer_id}`}>{review.email}</Link>
          <Text isDimmed>
            <Moment at={review.written_at} isDay />
          </Text>
        </Group>
        {review.body.split("\n").map((line, place) => (
          <Text key={place}>{line}</Text>
        ))}
        {mayWrite && (
          <>
            <TextArea label={t("Answer, which everybody sees")} value={answer} onChange={setAnswer} />
            <Group>
              <Button isLoading={isPending} onClick={() => void moderate("published")}>
                {review.state === "published" ? t("Save the answer") : t("Publish")}
              </Button>
              {review.state !== "rejected" && (
                <Button kind="harmful" isLoading={isPending} onClick={() => void moderate("rejected")}>
                  {t("Reject")}
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Card>
  );
}
