import { monotonicFactory } from "ulid";

// Monotonic, so that rows made in the same millisecond keep the order in which they were made.
const nextUlid = monotonicFactory();

/** `<prefix>_<ULID>`; the prefixes are those of the v1 entities, e.g. `cus`, `pcol`, `usr`. */
export const newId = (prefix: string) => `${prefix}_${nextUlid()}`;
