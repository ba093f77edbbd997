import type { Address, Amount, ProviderData } from "./common.ts";

/** A service of the carrier, for a shipping option. */
export interface CarrierService extends ProviderData {
  id: string;
  name?: string;
  /** For returns. */
  is_return?: boolean;
}

export interface Parcel {
  /** The cart, order, swap or claim that is shipped. */
  resourceId: string;
  email: string | null;
  shippingAddress: Address | null;
  currencyCode: string;
  items: ParcelItem[];
}

export interface ParcelItem {
  lineItemId: string;
  variantId: string | null;
  title: string;
  sku: string | null;
  quantity: number;
  unitPrice: Amount;
  /** Of one piece, in grams. */
  weight: number | null;
}

export interface Shipment extends Parcel {
  /** Of the fulfilment or return in the shop; the same for every repetition. */
  id: string;
  /** The result of validateData when the method was selected. */
  methodData: ProviderData;
}

export interface ShippingDocument {
  name: string;
  /** A media type, e.g. `application/pdf`. */
  type: string;
  /** Base64. */
  content: string;
}

export interface TrackingLink {
  number: string;
  /** Where the customer can follow the parcel. */
  url?: string | null;
}

/**
 * A carrier. `optionData` is the service of the shop's shipping option. Methods may be called again
 * with the same input after a crash, and must then have the same effect as one call.
 */
export interface FulfillmentProvider {
  readonly id: string;
  /** Calls no external service and returns at once: it may be called while the cart is locked. */
  readonly isLocal?: boolean;
  /** The services that a shipping option can use. */
  options(): Promise<CarrierService[]>;
  /** Whether a shipping option may use this service. */
  validateOption(optionData: ProviderData): Promise<boolean>;
  /** The customer chose the option and sent `data`, e.g. a parcel shop. Returns the data to store, or throws. */
  validateData(optionData: ProviderData, data: ProviderData, parcel: Parcel): Promise<ProviderData>;
  /** Whether calculatePrice works for the service; otherwise the option needs a flat rate. */
  canCalculate(optionData: ProviderData): Promise<boolean>;
  /** The price of shipping the parcel, when options are listed (`data` is empty then) and when one is selected. */
  calculatePrice(optionData: ProviderData, data: ProviderData, parcel: Parcel): Promise<Amount>;
  /**
   * Goods are packed: book the shipment, once for its `id`. Returns the data to store with the fulfilment. If it throws, the
   * fulfilment is undone; after a timeout it is called again with the same shipment.
   */
  createFulfillment(shipment: Shipment): Promise<ProviderData>;
  /** Throws if the shipment can no longer be canceled. A canceled shipment is not an error. */
  cancelFulfillment(data: ProviderData): Promise<void>;
  /** The parcels of a fulfilment, when it is shipped without tracking numbers in the request. */
  tracking?(data: ProviderData): Promise<TrackingLink[]>;
  /** Books the return parcel. Returns the data to store with the return. */
  createReturn(shipment: Shipment): Promise<ProviderData>;
  /** Labels and documents of a fulfilment or return. */
  documents(data: ProviderData): Promise<ShippingDocument[]>;
}
