import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";
import type { CustomField } from "../platform/custom-fields/custom-field.ts";

const LOGGED_IN = "tradewind.logged-in";

/** Whether a user has logged in with this browser, and not out. Without, there is no session to ask for. */
export const hasLoggedIn = () => localStorage.getItem(LOGGED_IN) !== null;

/** The logged-in user and what the user may do, in one request; null without a session. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ["session"],
    staleTime: 60_000,
    async queryFn({ client, queryKey }) {
      if (!hasLoggedIn()) return null;
      try {
        const { data } = await api.GET("/admin/permissions/me");
        const { user, permissions, plugins, custom_fields, has_order_numbers } = data!;
        return {
          user,
          permissions: new Set(permissions),
          ...(plugins && { plugins }),
          ...(custom_fields && { fields: custom_fields as CustomField[] }),
          ...(has_order_numbers && { hasOrderNumbers: true }),
        };
      } catch (error) {
        // A session that ends is an error: the page stays as it is, and the user logs in above it.
        const hadSession = Boolean(client.getQueryData(queryKey));
        if (error instanceof ApiError && error.status === 401 && !hadSession) return null;
        throw error;
      }
    },
  });

export const userQuery = (api: Api) =>
  queryOptions({ ...sessionQuery(api), select: (session) => session?.user ?? null });

export interface Credentials {
  email: string;
  password: string;
}

export async function logIn(api: Api, credentials: Credentials): Promise<void> {
  await api.POST("/admin/auth", { body: credentials });
  localStorage.setItem(LOGGED_IN, "yes");
}

export async function logOut(api: Api): Promise<void> {
  await api.DELETE("/admin/auth");
  localStorage.removeItem(LOGGED_IN);
}
