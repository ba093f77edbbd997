export { pendingOrders } from "./analytics-schemas.ts";
export { type NamedPieces, piecesAsRows, readCurrencies } from "./figures-store.ts";
export {
  type Comparison,
  comparedDay,
  type Period,
  type PeriodQuery,
  type Periods,
  periodsOf,
  type Span,
} from "./period.ts";
export { periodParameters, periodSchema } from "./period-schemas.ts";
export {
  type ReportMeasure,
  type ReportMeasures,
  type ReportSubject,
  reportMeasures,
} from "./report-difference.ts";
export { piecesOf } from "./sum-units.ts";
export { type Day, dayAfter } from "./time-zone.ts";
export { shownPeriod } from "./use-cases/read-figures.ts";
export { catchUp, recountCarts } from "./use-cases/roll-up.ts";
