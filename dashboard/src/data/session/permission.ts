/** `orders:read`, `payments:write`: an area of /admin/permissions, and whether the user may read or change it. */
export type Permission = `${string}:read` | `${string}:write`;
