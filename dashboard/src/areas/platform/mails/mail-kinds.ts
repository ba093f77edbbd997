/** The mails of the server, by the event that they are about, and the name of their text. Plugins may send others. */
const KINDS = {
  "order.placed": "orderPlaced",
  "order.shipment_created": "orderShipped",
  "swap.shipment_created": "swapShipped",
  "claim.shipment_created": "claimShipped",
  "order.tracking_changed": "orderTracked",
  "swap.tracking_changed": "swapTracked",
  "claim.tracking_changed": "claimTracked",
  "payment_link.sent": "paymentLink",
  "customer.password_reset": "customerPassword",
  "user.password_reset": "userPassword",
  "order-update-token.created": "orderClaim",
  "invite.created": "invite",
  test: "test",
} as const;

export const MAIL_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[];

export const kindText = (kind: string) =>
  `mails.kinds.${KINDS[kind as keyof typeof KINDS] ?? ("other" as const)}` as const;
