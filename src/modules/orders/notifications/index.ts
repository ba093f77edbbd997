export { mailComposer } from "./use-cases/compose-mail.ts";
