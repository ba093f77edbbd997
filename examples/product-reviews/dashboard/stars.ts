interface Fields {
  review_rating?: number | null;
  review_count?: number | null;
}

/** `★ 4.50 (12)`; nothing without reviews. */
export const stars = (fields: Fields | null | undefined): string | null =>
  fields?.review_rating ? `★ ${(fields.review_rating / 100).toFixed(2)} (${fields.review_count ?? 0})` : null;

export const starsOf = (rating: number): string => "★".repeat(rating) + "☆".repeat(5 - rating);
