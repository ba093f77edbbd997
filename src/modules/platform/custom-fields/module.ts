import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { customFieldRoutes } from "./custom-field-routes.ts";
import { customFieldEvents } from "./events.ts";
import { type FieldOwners, fieldWork } from "./field-jobs.ts";

/** `owners` are the modules whose rows have fields. They are above it. */
export const customFields = (owners: FieldOwners) =>
  defineModule({
    name: "platform/custom-fields",
    routes: [customFieldRoutes],
    apiNotes,
    adminPaths: { "custom-fields": "settings" },
    events: customFieldEvents,
    eventAreas: { "custom-field": "settings" },
    work: ({ db, graph, providers }) =>
      fieldWork({
        db,
        declared: graph.registry.fields,
        plugins: providers.plugins.map(({ name }) => name),
        owners,
      }),
  });
