import type { RouteReply, RouteRequest } from "../../providers/ports/routes.ts";
import type { Shop } from "./shop.ts";

/** Runs before routes of the API: to refuse a request, or to answer it. */
export interface PluginMiddleware<Tables = object> {
  /**
   * A path as the API reference has it (`/store/carts/:id`), or all paths below one (`/store/*`). Only routes below `/admin` and
   * `/store`, and those of plugins, have middleware.
   */
  readonly path: string;
  /** `["POST"]`; all if absent. */
  readonly methods?: readonly string[];
  /**
   * After the caller and the permissions are checked, and the body has been read and checked. Throw a `shop.refusal`, or send an
   * answer with `reply`; otherwise the route goes on.
   */
  readonly handler: (request: RouteRequest, reply: RouteReply, run: { shop: Shop<Tables> }) => unknown;
}
