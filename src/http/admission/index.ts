/* Which requests run at the same time: see docs/adr/0041-admission.md. */

export { type Admission, installAdmission } from "./admission.ts";
