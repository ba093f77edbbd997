export { forgedLink, isOver } from "./payment-link.ts";
export { findLink } from "./payment-link-store.ts";
export { linkIdOf } from "./use-cases/link-token.ts";
