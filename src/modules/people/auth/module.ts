import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { authRoutes } from "./auth-routes.ts";
import { deleteExpiredSessions } from "./session-store.ts";

/** The hashes of passwords are in rows of modules above it. */
export const auth = (replaceHash: Parameters<typeof authRoutes>[0]) =>
  defineModule({
    name: "people/auth",
    routes: [authRoutes(replaceHash)],
    apiNotes,
    adminPaths: { auth: null },
    cleanups: () => ({ sessions: deleteExpiredSessions }),
  });
