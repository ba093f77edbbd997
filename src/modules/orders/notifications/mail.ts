import { shownAmount } from "../../../kernel/currencies.ts";

export interface MailText {
  subject: string;
  text: string;
}

/** The data of an order that mails contain. */
export interface MailedOrder {
  /** What people read. */
  number: string;
  currency_code: string;
  subtotal: number;
  discount_total: number;
  shipping_total: number;
  tax_total: number;
  gift_card_total: number;
  total: number;
  items: { title: string; description: string | null; quantity: number; total: number }[];
}

interface MailedParcel {
  links: { tracking_number: string; url: string | null }[];
}

/** The base URLs of links in mails. Null: not configured, then mails contain the token itself. */
export interface Sites {
  storefront: string | null;
  admin: string | null;
  /** Where customers reach this server: the page for payments is its own. */
  server: string;
}

const amounts = (order: MailedOrder): string =>
  (
    [
      ["Subtotal", order.subtotal],
      ["Discount", -order.discount_total],
      ["Shipping", order.shipping_total],
      ["Taxes", order.tax_total],
      ["Gift cards", -order.gift_card_total],
    ] as const
  )
    .filter(([name, amount]) => amount !== 0 || name === "Subtotal")
    .map(([name, amount]) => `${name}: ${shownAmount(amount, order.currency_code)}`)
    .join("\n");

const goods = ({ items, currency_code }: MailedOrder): string =>
  items
    .map(({ title, description, quantity, total }) => {
      const name = description ? `${title} (${description})` : title;
      return `${quantity} x ${name}: ${shownAmount(total, currency_code)}`;
    })
    .join("\n");

export const orderPlaced = (order: MailedOrder): MailText => ({
  subject: `Your order ${order.number}`,
  text: [
    `Thank you for your order ${order.number}.`,
    goods(order),
    `${amounts(order)}\nTotal: ${shownAmount(order.total, order.currency_code)}`,
  ].join("\n\n"),
});

const shownLink = ({ tracking_number, url }: MailedParcel["links"][number]): string =>
  url ? `${tracking_number} ${url}` : tracking_number;

export const orderShipped = (order: MailedOrder, { links }: MailedParcel): MailText => ({
  subject: `Your order ${order.number} is on its way`,
  text: [
    `A parcel of your order ${order.number} has left us.`,
    ...(links.length > 0 ? [`Tracking: ${links.map(shownLink).join(", ")}`] : []),
  ].join("\n\n"),
});

/** The numbers came, or were corrected, after the parcel had left. */
export const trackingChanged = (order: MailedOrder, { links }: MailedParcel): MailText => ({
  subject: `Follow the parcel of your order ${order.number}`,
  text: [
    `You can follow a parcel of your order ${order.number}.`,
    `Tracking: ${links.map(shownLink).join(", ")}`,
  ].join("\n\n"),
});

/** A link with the token, or the token alone if the site is not configured. */
const tokenLine = (site: string | null, path: string, token: string): string =>
  site === null
    ? `Your code: ${token}`
    : `${site.replace(/\/+$/, "")}${path}?token=${encodeURIComponent(token)}`;

export const passwordReset = (site: string | null, token: string): MailText => ({
  subject: "Choose a new password",
  text: [
    "We received a request to reset the password of your account. Choose a new password within 15 minutes:",
    tokenLine(site, "/reset-password", token),
    "If it was not you, you can ignore this mail.",
  ].join("\n\n"),
});

export const invited = (site: string | null, token: string): MailText => ({
  subject: "You are invited",
  text: [
    "You are invited to manage a shop. Accept the invitation within a week:",
    tokenLine(site, "/invite", token),
  ].join("\n\n"),
});

/** Sent to the email of the claimed orders. */
export const ordersClaimed = (site: string | null, token: string): MailText => ({
  subject: "Are these your orders?",
  text: [
    "A customer claims that orders which were placed with this email belong to their account. If that is you, " +
      "confirm it within 15 minutes:",
    tokenLine(site, "/orders/claim", token),
    "If it was not you, you can ignore this mail.",
  ].join("\n\n"),
});

interface MailedPayment {
  total: number;
  currency_code: string;
}

/** With the address of the page for payments. */
export const paymentRequested = (
  site: string,
  token: string,
  { total, currency_code }: MailedPayment,
): MailText => ({
  subject: "Your order is waiting for you",
  text: [
    total > 0
      ? `Your order is ready. Please check it and pay ${shownAmount(total, currency_code)} here:`
      : "Your order is ready. Please check and confirm it here:",
    `${site}/pay/${token}`,
  ].join("\n\n"),
});
