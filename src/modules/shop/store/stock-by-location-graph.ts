/**
 * SQL: whether the shop has stock locations. Once it has one, the levels of the locations count, and no longer the
 * quantity of the variant. The expression depends on no row, so PostgreSQL evaluates it once for a whole statement.
 */
export const HAS_STOCK_LOCATIONS =
  "(select exists (select 1 from stock_location place where place.deleted_at is null))";
