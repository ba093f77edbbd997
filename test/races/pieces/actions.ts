import type { Choice } from "./action.ts";
import { exchangeActions } from "./exchange-actions.ts";
import { orderActions } from "./order-actions.ts";
import { parcelActions } from "./parcel-actions.ts";
import { returnActions } from "./return-actions.ts";
import { stockActions } from "./stock-actions.ts";

export const actions = {
  ...orderActions,
  ...parcelActions,
  ...returnActions,
  ...exchangeActions,
  ...stockActions,
};

/** One of the things that merchants and customers do, with numbers to choose by. */
export interface Action extends Choice {
  kind: keyof typeof actions;
}
