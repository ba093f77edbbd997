/** Fields such as `$groups`, which the code needs and answers do not show. */
type Internal = `$${string}`;

export type WithoutInternal<Row> = Omit<Row, Internal>;

export const withoutInternal = <Row extends object>(row: Row): WithoutInternal<Row> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("$"))) as WithoutInternal<Row>;
