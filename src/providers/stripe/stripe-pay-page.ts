import type { PayPage } from "../ports/payment.ts";

/** What Stripe's scripts need of a page: https://docs.stripe.com/security/guide#content-security-policy. */
const ORIGINS = [
  "https://js.stripe.com",
  "https://*.js.stripe.com",
  "https://api.stripe.com",
  "https://hooks.stripe.com",
];

const START = `({ key, clientSecret }, { element, returnUrl }) => {
  const stripe = Stripe(key);
  const elements = stripe.elements({ clientSecret });
  elements.create("payment").mount(element);
  return {
    async confirm() {
      const confirmParams = { return_url: returnUrl };
      const { error } = await stripe.confirmPayment({ elements, confirmParams, redirect: "if_required" });
      return error ? error.message || error.code : null;
    },
  };
}`;

/** Stripe's own fields in the page at `/pay`. Card data does not pass through the shop. */
export const stripePayPage = (key: string): PayPage => ({
  script: "https://js.stripe.com/v3/",
  origins: ORIGINS,
  start: START,
  dataFor: ({ client_secret: clientSecret }) => ({ key, clientSecret }),
});
