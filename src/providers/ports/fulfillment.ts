import type { Address, Amount, ProviderData } from "./common.ts";

/** A service of the carrier that a shipping option can be made from. */
export interface CarrierService extends ProviderData {
  id: string;
  name?: string;
  /** For the way back from the customer. */
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
  /** What validateData returned when the method was chosen. */
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
 * A carrier. `optionData` is the service that the shop's shipping option was made from. Methods may be called again
 * with the same input after a crash, and must then have the same effect as one call.
 */
export interface FulfillmentProvider {
  readonly id: string;
  /** Asks nobody outside and answers at once: it may be called while the cart is locked. */
  readonly isLocal?: boolean;
  /** The services to choose from when a shipping option is made. */
  options(): Promise<CarrierService[]>;
  /** Whether a shipping option may be made from this service. */
  validateOption(optionData: ProviderData): Promise<boolean>;
  /** The customer chose the option and sent `data`, e.g. a parcel shop. Returns what is kept, or throws. */
  validateData(optionData: ProviderData, data: ProviderData, parcel: Parcel): Promise<ProviderData>;
  /** Whether calculatePrice works for the service; otherwise the option needs a flat rate. */
  canCalculate(optionData: ProviderData): Promise<boolean>;
  /** The price of shipping the parcel, when options are listed (`data` is empty then) and when one is chosen. */
  calculatePrice(optionData: ProviderData, data: ProviderData, parcel: Parcel): Promise<Amount>;
  /**
   * Goods are packed: book the shipment, once for its `id`. Returns what is kept with the fulfilment. When it throws,
   * nothing of the fulfilment remains; when it does not answer in time, it is asked again with the same shipment.
   */
  createFulfillment(shipment: Shipment): Promise<ProviderData>;
  /** Throws when the shipment can no longer be stopped. One that is stopped already is no error. */
  cancelFulfillment(data: ProviderData): Promise<void>;
  /** The parcels of a fulfilment, when it is shipped and the administrator names no tracking numbers. */
  tracking?(data: ProviderData): Promise<TrackingLink[]>;
  /** The customer sends goods back: book the way back. Returns what is kept with the return. */
  createReturn(shipment: Shipment): Promise<ProviderData>;
  /** Labels and papers of a fulfilment or return; an empty list when there are none. */
  documents(data: ProviderData): Promise<ShippingDocument[]>;
}
