export { problemOfField } from "./plugin-field-store.ts";
