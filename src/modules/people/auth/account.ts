/** Who logs in: somebody who runs the shop, or somebody who buys there. */
export type AccountKind = "user" | "customer";
