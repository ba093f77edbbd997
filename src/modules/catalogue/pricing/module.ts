import { defineModule } from "../../../module/define-module.ts";
import { pricingEntities } from "./pricing-graph.ts";

export const pricing = defineModule({
  name: "catalogue/pricing",
  entities: pricingEntities,
});
