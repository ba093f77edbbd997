import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id } from "../../../events/event-data.ts";

/** Never the token. */
const ofToken = Type.Object({
  id: Type.Optional(Type.Union([id, Type.Undefined()])),
  application_name: Type.String(),
});

export const oauthEvents = defineEvents({
  "oauth.token_generated.*": ofToken,
  "oauth.token_refreshed.*": ofToken,
});
