import "i18next";
import type { texts as pages } from "./en/pages.ts";
import type { texts as plugins } from "./en/plugins.ts";
import type { texts as start } from "./en/start.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof start & typeof pages & typeof plugins };
  }
}
