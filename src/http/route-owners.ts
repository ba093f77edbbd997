import type { FastifyInstance, RouteOptions } from "fastify";

const SERVER = "the server";

/** Plugins may add paths below these first parts. All others that the server has are its own. */
const SHARED = ["admin", "store", "hooks"];

/** Below a shared one, and the server's own: a path of a plugin would take the place of what a parameter stands for. */
const OWN_PATHS = ["/hooks/payment"];

/** Another first part, such as `:area` or `*`, would be any: also one that the server checks callers of, or that is its own. */
const FIXED_PART = /^[\w.~-]+$/;

/** Who has which route, so that a plugin cannot take one, and both are named. */
export class RouteOwners {
  private readonly owners = new Map<string, string>();
  private owner = SERVER;
  private isPlugin = false;

  /** Records every route that is registered from now on. */
  constructor(app: FastifyInstance) {
    app.addHook("onRoute", (route) => {
      if (this.isPlugin) this.refuseTaken(route);
      for (const shape of shapesOf(route)) this.owners.set(shape, this.owner);
    });
  }

  /** The following routes are of the module. */
  ofModule(name: string): void {
    this.owner = name;
    this.isPlugin = false;
  }

  ofPlugin(name: string): void {
    this.owner = `the plugin ${name}`;
    this.isPlugin = true;
  }

  ofServer(): void {
    this.ofModule(SERVER);
  }

  /** Whether the routes that are being registered are of a plugin. */
  get isPluginRegistering(): boolean {
    return this.isPlugin;
  }

  private refuseTaken(route: RouteOptions): void {
    const first = firstPartOf(route.url);
    if (route.url !== "/" && !FIXED_PART.test(first))
      throw new Error(
        `the route ${route.url} of ${this.owner} would answer for paths of ${SERVER}: its first part must be a fixed one, like /repairs/:id`,
      );
    for (const shape of shapesOf(route)) {
      const owner = this.owners.get(shape);
      if (owner !== undefined && owner !== this.owner)
        throw new Error(
          `the route ${[route.method].flat().join()} ${route.url} of ${this.owner} is already one of ${owner}`,
        );
    }
    const own = this.ownPathOf(route.url);
    if (own !== undefined)
      throw new Error(
        `the route ${route.url} of ${this.owner} is below ${own}, which is for ${SERVER} alone`,
      );
  }

  private ownPathOf(url: string): string | undefined {
    const first = firstPartOf(url);
    if (!SHARED.includes(first) && this.firstPartsOfServer().has(first.toLowerCase())) return `/${first}`;
    return OWN_PATHS.find((path) => `${url}/`.toLowerCase().startsWith(`${path}/`));
  }

  private firstPartsOfServer(): Set<string> {
    const ours = [...this.owners].filter(([, owner]) => !owner.startsWith("the plugin "));
    return new Set(ours.map(([shape]) => firstPartOf(shape.split(" ")[1]!).toLowerCase()));
  }
}

const firstPartOf = (url: string): string => url.split("/")[1] ?? "";

/**
 * Two routes that differ only in the names of their parameters are the same one. So are `/carts/:id`, `/carts/cart_:id` and
 * `/carts/:id(^cart_)`: the router takes the narrower one.
 */
export const shapeOfPath = (url: string) =>
  withoutPatterns(url)
    .split("/")
    .map((part) => (part.replaceAll("::", "").includes(":") ? ":" : part))
    .join("/")
    .replace(/\/$/, "") || "/";

/** Regular expressions of parameters may have parentheses of their own, and slashes. */
function withoutPatterns(url: string): string {
  const shorter = url.replace(/\\./g, "").replace(/\([^()]*\)/g, "");
  return shorter === url ? url : withoutPatterns(shorter);
}

/** A path that ends in an optional parameter is two. */
function shapesOf({ method, url }: RouteOptions): string[] {
  const paths = url.endsWith("?") ? [url, url.slice(0, url.lastIndexOf("/"))] : [url];
  return [method].flat().flatMap((each) => paths.map((path) => `${each} ${shapeOfPath(path)}`));
}
