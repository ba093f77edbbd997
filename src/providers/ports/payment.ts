import type { Address, Amount, Bytes, Customer, ProviderData } from "./common.ts";

export type PaymentStatus = "authorized" | "requires_more" | "pending" | "error" | "canceled";

/** The amount to pay, and the customer. */
export interface PaymentRequest {
  /** The cart or payment collection that is paid. */
  resourceId: string;
  amount: Amount;
  /** ISO 4217, lower case. */
  currencyCode: string;
  email: string | null;
  customer: Customer | null;
  billingAddress: Address | null;
  /** The same for every repetition of `initiate`, different for each session. */
  idempotencyKey?: string;
}

/** A step of an authorized payment. */
export interface PaymentStep {
  /** The result of authorize, or of the previous step. */
  data: ProviderData;
  /** The amount to capture or refund now. */
  amount: Amount;
  currencyCode: string;
  /** The same for every repetition of the step. Pass it on, so that the payment service executes it once. */
  idempotencyKey: string;
}

export interface AuthorizationContext {
  /** The cart or payment collection that is completed. Check that the payment was made for it. */
  resourceId: string;
  /** The address of the customer. */
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
  rawBody: Bytes;
}

/** The meaning of a webhook for the shop. */
export type PaymentNews =
  | { kind: "authorized" | "captured" | "failed" | "canceled"; resourceId: string; data: ProviderData }
  | { kind: "nothing" };

/**
 * What the page at `/pay` shows for a service that needs a script of its own, such as fields for a card. A provider without it,
 * that is not local, is not offered there.
 */
export interface PayPage {
  /** The script of the service. */
  script: string;
  /** Origins that the script may connect to, and whose frames it may show. */
  origins: readonly string[];
  /**
   * The source of a function `(data, page) => ({ confirm })`, which runs in the browser. `data` is that of the session; `page` has
   * `element`, where the fields are shown, and `returnUrl`. `confirm` resolves to an error message, or null when the shop may
   * complete the cart.
   */
  start: string;
  /** The part of the session's data that the function needs. */
  dataFor(data: ProviderData): ProviderData;
}

/**
 * A payment service. Every method may be called again with the same input after a crash or a timeout, and must then have the same
 * effect as one call. If it throws, the step is refused and nothing is changed in the shop. For `capture`, `refund` and `cancel`
 * only a refusal means that nothing was done: after any other error they are called again, with the same key, until the result
 * is known.
 */
export interface PaymentProvider {
  readonly id: string;
  /** Calls no external service and returns at once: it may be called while the cart is locked. */
  readonly isLocal?: boolean;
  /** The id in the address of the webhook, `/hooks/payment/{id}`, if several providers share one; the provider's own by default. */
  readonly webhookId?: string;
  readonly payPage?: PayPage;
  /** Opens a session for this cart. The storefront sees the returned data: no secrets. */
  initiate(request: PaymentRequest): Promise<ProviderData>;
  /** The cart changed, or the storefront sent `sent` to be merged into the data of the session. */
  update(data: ProviderData, request: PaymentRequest, sent?: ProviderData): Promise<ProviderData>;
  /** The customer completes the cart. No money may be captured unless this returns `authorized`. */
  authorize(step: PaymentStep, context: AuthorizationContext): Promise<Authorization>;
  /** Captures the payment. */
  capture(step: PaymentStep): Promise<ProviderData>;
  /** Refunds `amount`; several refunds are possible. */
  refund(step: PaymentStep): Promise<ProviderData>;
  /** The payment was authorized and will not be captured. */
  cancel(step: PaymentStep): Promise<ProviderData>;
  /** The customer selected another provider, or the total became 0. */
  deleteSession(data: ProviderData): Promise<void>;
  /** The current state at the payment service. */
  status(data: ProviderData): Promise<PaymentStatus>;
  /** Methods that the customer saved at the payment service. */
  savedMethods?(customer: Customer): Promise<ProviderData[]>;
  /** Called for requests to the provider's webhook address. Must check the signature and throw when it is wrong. */
  webhook?(request: PaymentWebhook): Promise<PaymentNews>;
}
