import { defineModule } from "../../../module/define-module.ts";

/** What plugins add: routes and events that no module declares are in this area. */
export const plugins = defineModule({
  name: "platform/plugins",
  areas: { plugins: "write" },
});
