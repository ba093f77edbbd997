import type { CartDeps } from "../../carts/index.ts";

/** What the use cases of a claim work with: goods are priced as in a cart. */
export type ClaimDeps = CartDeps;
