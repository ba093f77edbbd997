export { recountCarts } from "./use-cases/roll-up.ts";
