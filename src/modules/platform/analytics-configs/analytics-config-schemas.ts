import { Type } from "typebox";
import { viewOf } from "../../../graph/selection.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { analyticsConfig } from "./analytics-configs-graph.ts";

export const analyticsConfigView = viewOf({ entity: analyticsConfig });

export const newConfigBody = body({
  opt_out: Type.Boolean({ description: "No usage data of the user is reported." }),
  anonymize: optional(
    Type.Boolean({ default: false, description: "Usage data is reported without the user's identity." }),
  ),
});

export const configChangesBody = body({
  opt_out: optional(Type.Boolean()),
  anonymize: optional(Type.Boolean()),
});

export const configResponseSchema = ok({ analytics_config: view("analytics_config") });

export const configDeletedSchema = ok({
  user_id: Type.String(),
  object: Type.String(),
  deleted: Type.Boolean(),
});
