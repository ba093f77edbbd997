import type { CartDeps } from "../../../selling/carts/index.ts";

/** What the use cases of a claim work with: goods are priced as in a cart. */
export type ClaimDeps = CartDeps;
