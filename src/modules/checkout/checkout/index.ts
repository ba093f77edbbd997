export { isSent } from "./completion.ts";
export { completeCart } from "./use-cases/complete-cart.ts";
