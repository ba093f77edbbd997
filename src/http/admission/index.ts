/* Which requests run at the same time: see docs/adr/0041-admission.md. */

export { type Admission, installAdmission } from "./admission.ts";
export { installRequestSlots } from "./install-request-slots.ts";
export type { RequestSlots } from "./request-slots.ts";
