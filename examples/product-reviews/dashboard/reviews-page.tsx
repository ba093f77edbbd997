import { useState } from "react";
import { Button, Group, Loaded, Page, Select, Stack, Text, useRead, useTexts } from "tradewind/dashboard";
import { type Review, ReviewCard } from "./review-card.tsx";

const LIMIT = 20;
const STATES = ["pending", "published", "rejected"];

export default function ReviewsPage() {
  const t = useTexts();
  const [state, setState] = useState<string | null>("pending");
  const [offset, setOffset] = useState(0);
  const query = { limit: LIMIT, offset, ...(state !== null && { state }) };
  const read = useRead<{ reviews: Review[]; count: number }>("/admin/reviews", query);
  const show = (next: string | null) => {
    setState(next === "all" ? null : next);
    setOffset(0);
  };
  return (
    <Page title={t("Reviews")}>
      <Stack>
        <Select
          label={t("Show")}
          value={state ?? "all"}
          onChange={show}
          options={[
            ...STATES.map((each) => ({ value: each, label: t(`state.${each}`) })),
            { value: "all", label: t("All") },
          ]}
        />
        <Loaded of={read}>
          {({ reviews, count }) => (
            <Stack>
              {reviews.length === 0 && <Text isDimmed>{t("No reviews")}</Text>}
              {reviews.map((review) => (
                <ReviewCard key={`${review.id} ${review.written_at}`} review={review} />
              ))}
              {count > LIMIT && (
                <Group>
                  <Button kind="plain" isDisabled={offset === 0} onClick={() => setOffset(offset - LIMIT)}>
                    {t("Previous")}
                  </Button>
                  <Button
                    kind="plain"
                    isDisabled={offset + LIMIT >= count}
                    onClick={() => setOffset(offset + LIMIT)}
                  >
                    {t("Next")}
                  </Button>
                </Group>
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
