import { defineModule } from "../../../module/define-module.ts";
import { deleteOldChanges } from "./catalogue-state-store.ts";

export const catalogueState = defineModule({
  name: "catalogue/catalogue-state",
  cleanups: () => ({ "catalogue changes": deleteOldChanges }),
});
