import type { CartDeps } from "../../../selling/carts/index.ts";

/** What the use cases of an order edit work with. */
export type EditDeps = CartDeps;
