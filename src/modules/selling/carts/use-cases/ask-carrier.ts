import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import type { OfferedOption, Parcel } from "../shipping-choice.ts";
import type { CartDeps } from "./deps.ts";

// What PostgreSQL can store in the column.
const MOST = 2_147_483_647;

/** What the carrier said to a choice. */
export interface AskedOption {
  option: OfferedOption;
  data: Record<string, unknown>;
  price: number;
  /** The parcel that a price was calculated for; null for prices that depend on none. */
  pricedParcel: string | null;
}

export interface Question {
  option: OfferedOption;
  /** What the customer says to it. */
  data: Record<string, unknown>;
  parcel: Parcel;
  /** The price, where it was agreed on. */
  agreed: number | undefined;
}

/** Asks the carrier whether goods can be sent like this, and for how much. Only local ones while something is locked. */
export async function askCarrier(
  { providers }: Pick<CartDeps, "providers">,
  { option, data: sent, parcel, agreed }: Question,
): Promise<AskedOption> {
  const carrier = providers.fulfillment.find(option.provider_id);
  if (!carrier) throw invalid(`The fulfillment provider ${option.provider_id} is not installed`);
  const data = await callProvider({ failure: "The shipping option cannot be chosen" }, async () =>
    checkedProviderData(await carrier.validateData(option.data, sent, parcel)),
  );
  if (agreed !== undefined) return { option, data, price: agreed, pricedParcel: null };
  if (option.price_type === "flat_rate") {
    return { option, data, price: option.amount ?? 0, pricedParcel: null };
  }
  const price = await calculatedPrice(carrier, { option, data, parcel });
  return { option, data, price, pricedParcel: JSON.stringify(parcel) };
}

interface Calculation extends Pick<Question, "option" | "data" | "parcel"> {
  /** How long the carrier is waited for, in milliseconds. */
  timeout?: number;
}

/** What the carrier asks for the parcel. */
export async function calculatedPrice(
  carrier: FulfillmentProvider,
  { option, data, parcel, timeout }: Calculation,
): Promise<number> {
  const asking = { failure: "The price of shipping could not be calculated", timeout };
  const price = await callProvider(asking, () => carrier.calculatePrice(option.data, data, parcel));
  if (!Number.isInteger(price) || price < 0 || price > MOST) {
    throw invalid("The fulfillment provider gave no usable price");
  }
  return price;
}
