import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { userEvents } from "./events.ts";
import { inviteRoutes } from "./invite-routes.ts";
import { inviteToken } from "./use-cases/invite-token.ts";
import { userResetToken } from "./use-cases/reset-password.ts";
import { userRoleRoutes } from "./user-role-routes.ts";
import { passwordRoutes, userRoutes } from "./user-routes.ts";
import { usersEntities } from "./users-graph.ts";

export const users = defineModule({
  name: "people/users",
  entities: usersEntities,
  routes: [inviteRoutes, passwordRoutes, userRoleRoutes, userRoutes],
  apiNotes,
  adminPaths: { invites: "team", users: "team" },
  events: userEvents,
  eventAreas: { invite: "team", user: "team" },
  privateData: (deps) => ({
    "invite.created": inviteToken(deps),
    "user.password_reset": userResetToken(deps),
  }),
});
