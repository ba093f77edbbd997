import type { Address, Amount, Customer, ProviderData } from "./common.ts";

export type PaymentStatus = "authorized" | "requires_more" | "pending" | "error" | "canceled";

/** What is to be paid, by whom. */
export interface PaymentRequest {
  /** The cart or payment collection that is paid. */
  resourceId: string;
  amount: Amount;
  /** ISO 4217, lower case. */
  currencyCode: string;
  email: string | null;
  customer: Customer | null;
  billingAddress: Address | null;
  /** The same for every repetition of `initiate`, another one for each session that is opened. */
  idempotencyKey?: string;
}

/** A payment that was authorized, and the step to take with it. */
export interface PaymentStep {
  /** What authorize, or the step before, returned. */
  data: ProviderData;
  /** To capture or to refund now; at most what is left of the payment. */
  amount: Amount;
  currencyCode: string;
  /** The same for every repetition of the step. Hand it on, so that the payment service does it once. */
  idempotencyKey: string;
}

export interface AuthorizationContext {
  /** The cart or payment collection that is completed. Check that the payment was made for it. */
  resourceId: string;
  /** Where the customer is. */
  ip: string | null;
}

export interface Authorization {
  /**
   * `authorized`: the order is placed. `requires_more`: the customer must act, e.g. confirm with the bank.
   * `pending`: the answer comes later, by webhook. `error`: declined; the customer may try again.
   */
  status: Exclude<PaymentStatus, "canceled">;
  data: ProviderData;
}

/** A request of the payment service, as it arrived. */
export interface PaymentWebhook {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body byte by byte, for the check of its signature. */
  rawBody: Buffer;
}

/** What a webhook means for the shop. */
export type PaymentNews =
  | { kind: "authorized" | "captured" | "failed" | "canceled"; resourceId: string; data: ProviderData }
  | { kind: "nothing" };

/**
 * A way to pay. Every method may be called again with the same input after a crash or a time-out, and must then
 * have the same effect as one call. Whatever it throws refuses the step, and nothing is changed in the shop. Of
 * `capture`, `refund` and `cancel` only a refusal says that nothing was done: after any other error they are called
 * again, with the same key, until the shop knows.
 */
export interface PaymentProvider {
  readonly id: string;
  /** Asks nobody outside and answers at once: it may be called while the cart is locked. */
  readonly isLocal?: boolean;
  /** A session for this cart is opened. The data returned is shown to the storefront: no secrets. */
  initiate(request: PaymentRequest): Promise<ProviderData>;
  /** The cart changed, or the storefront sent `sent` to be merged into the data of the session. */
  update(data: ProviderData, request: PaymentRequest, sent?: ProviderData): Promise<ProviderData>;
  /** The customer completes the cart. No money may be taken unless this answers `authorized`. */
  authorize(step: PaymentStep, context: AuthorizationContext): Promise<Authorization>;
  /** The shop takes the money. */
  capture(step: PaymentStep): Promise<ProviderData>;
  /** The shop gives `amount` back; more than one refund is possible. */
  refund(step: PaymentStep): Promise<ProviderData>;
  /** The payment was authorized and will not be captured. */
  cancel(step: PaymentStep): Promise<ProviderData>;
  /** The customer chose another way to pay, or the cart became free. */
  deleteSession(data: ProviderData): Promise<void>;
  /** What the payment service says now. */
  status(data: ProviderData): Promise<PaymentStatus>;
  /** Methods that the customer saved at the payment service. */
  savedMethods?(customer: Customer): Promise<ProviderData[]>;
  /** Called for requests to the provider's webhook address. Must check the signature and throw when it is wrong. */
  webhook?(request: PaymentWebhook): Promise<PaymentNews>;
}
