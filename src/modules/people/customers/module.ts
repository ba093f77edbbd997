import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { customerRoutes } from "./customer-routes.ts";
import { customersEntities } from "./customers-graph.ts";
import { customerEvents } from "./events.ts";
import { customerResetToken } from "./use-cases/reset-password.ts";

/** Carts, which have copies of addresses, are above it. */
export const customers = (needs: Parameters<typeof customerRoutes>[0]) =>
  defineModule({
    name: "people/customers",
    entities: customersEntities,
    routes: [customerRoutes(needs)],
    apiNotes,
    areas: { customers: "write" },
    adminPaths: { customers: "customers" },
    events: customerEvents,
    eventAreas: { customer: "customers" },
    privateData: (deps) => ({ "customer.password_reset": customerResetToken(deps) }),
  });
