import type { FulfillmentProvider, Parcel, ProviderData, Tradewind } from "tradewind/plugin";

/** The name under which the shop knows the plugin, also after the file was moved. */
export const name = "local-delivery";

export function register(tradewind: Tradewind): void {
  tradewind.fulfillmentProvider(localDelivery((message) => tradewind.refusal("not_allowed", message)));
}

/** Postal codes that begin with one of these. */
const area = ["10", "12", "13"];
const PRICE = 490;
const PRICE_OF_A_KILOGRAM = 100;

/** Delivery by the shop's own van. Amounts are in cents. */
export function localDelivery(refusal: (message: string) => Error): FulfillmentProvider {
  const book = async ({ id }: { id: string }): Promise<ProviderData> => ({ tour: `tour-${id}` });
  return {
    id: name,
    // It calls no service, so it may be called while the cart is locked.
    isLocal: true,
    options: async () => [{ id: "van", name: "Delivery by van" }],
    validateOption: async ({ id }) => id === "van",
    async validateData(_option, _data, parcel) {
      if (!isNear(parcel)) throw refusal("We do not deliver to this postal code.");
      return { service: "van" };
    },
    canCalculate: async () => true,
    calculatePrice: async (_option, _data, parcel) => priceOf(parcel),
    createFulfillment: book,
    cancelFulfillment: async () => {},
    createReturn: book,
    documents: async () => [],
  };
}

const isNear = ({ shippingAddress }: Parcel): boolean =>
  area.some((start) => shippingAddress?.postalCode?.startsWith(start));

export function priceOf({ items }: Pick<Parcel, "items">): number {
  const grams = items.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
  return PRICE + PRICE_OF_A_KILOGRAM * Math.floor(grams / 1000);
}
