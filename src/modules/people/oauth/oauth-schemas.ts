import { body, nonEmptyText } from "../../../http/routes.ts";
import { oauth } from "./oauth-graph.ts";

export const authorizationBody = body({
  application_name: nonEmptyText,
  state: nonEmptyText,
  code: nonEmptyText,
});

export const appView = { entity: oauth };
