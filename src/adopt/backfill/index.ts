import type { Backfill } from "./backfill.ts";
import { figures } from "./figures.ts";
import { fulfillmentStock } from "./fulfillment-stock.ts";
import { picturePositions } from "./picture-positions.ts";
import { productListSegments } from "./product-list-segments.ts";
import { productSearch } from "./product-search.ts";
import { customerSearch, draftOrderSearch, orderSearch } from "./search-texts.ts";
import { timelines } from "./timelines.ts";

/** In this order: first what is wrong without it, then what is only slow or incomplete. */
export const backfills: readonly Backfill[] = [
  fulfillmentStock,
  picturePositions,
  productSearch,
  productListSegments,
  customerSearch,
  orderSearch,
  draftOrderSearch,
  timelines,
  figures,
];
