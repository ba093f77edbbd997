export { consentChannels } from "./consent.ts";
export { consentFilter } from "./consent-schemas.ts";
