export { Stripe } from "stripe";
