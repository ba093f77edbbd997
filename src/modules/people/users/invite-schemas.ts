import { Type } from "typebox";
import { body, email, nonEmptyText, ok, optional, text, view } from "../../../http/routes.ts";
import { roles } from "./user.ts";
import { invite } from "./users-graph.ts";

export const newInviteBody = body({
  user: email,
  role: Type.Unsafe<(typeof roles)[number]>({ type: "string", enum: [...roles] }),
});

export const acceptanceBody = body({
  token: nonEmptyText,
  user: body({ first_name: optional(text), last_name: optional(text), password: nonEmptyText }),
});

export const inviteView = { entity: invite };

export const invitesAnswer = ok({ invites: Type.Array(view("invite")) });
