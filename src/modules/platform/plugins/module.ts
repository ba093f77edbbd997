import { defineModule } from "../../../module/define-module.ts";

export const plugins = defineModule({
  name: "platform/plugins",
  areas: { plugins: "write" },
});
