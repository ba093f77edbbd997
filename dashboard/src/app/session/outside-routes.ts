import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../../data/session/shell-route.ts";
import { textParam, withoutEmpty } from "../../kit/list/search-params.ts";

const getParentRoute = () => rootRoute;

/** Mails lead to these pages with a token. */
const validateSearch = (given: Record<string, unknown>): { token?: string | undefined } =>
  withoutEmpty({ token: textParam(given["token"]) });

const invite = createRoute({ getParentRoute, path: "/invite", validateSearch }).lazy(() =>
  import("./invite-page.tsx").then(({ inviteRoute }) => inviteRoute),
);

const resetPassword = createRoute({ getParentRoute, path: "/reset-password", validateSearch }).lazy(() =>
  import("./reset-password-page.tsx").then(({ resetPasswordRoute }) => resetPasswordRoute),
);

export const outsideRoutes = [invite, resetPassword] as const;
