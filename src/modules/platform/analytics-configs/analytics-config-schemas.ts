import { Type } from "typebox";
import type { View } from "../../../graph/selection.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { analyticsConfig } from "./analytics-configs-graph.ts";

export const ownConfig: View = { entity: analyticsConfig };

export const choiceBody = body({
  opt_out: Type.Boolean({ description: "Nothing is told of what the user does." }),
  anonymize: optional(Type.Boolean({ default: false, description: "It is told, but not of whom." })),
});

export const choiceChangesBody = body({
  opt_out: optional(Type.Boolean()),
  anonymize: optional(Type.Boolean()),
});

export const configAnswer = ok({ analytics_config: view("analytics_config") });

export const forgottenAnswer = ok({
  user_id: Type.String(),
  object: Type.String(),
  deleted: Type.Boolean(),
});
