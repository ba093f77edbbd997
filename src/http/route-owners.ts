import type { FastifyInstance, RouteOptions } from "fastify";

const SERVER = "the server";

/** Plugins may add paths below these first parts. All others that the server has are its own. */
const SHARED = ["admin", "store", "hooks"];

/** Below a shared one, and the server's own: a path of a plugin would take the place of what a parameter stands for. */
const OWN_PATHS = ["/hooks/payment"];

/** Who has which route, so that a plugin cannot take one, and both are named. */
export class RouteOwners {
  private readonly owners = new Map<string, string>();
  private owner = SERVER;
  private isPlugin = false;

  /** Records every route that is registered from now on. */
  constructor(app: FastifyInstance) {
    app.addHook("onRoute", (route) => {
      if (this.isPlugin) this.refuseTaken(route);
      for (const each of methodsOf(route)) this.owners.set(shapeOf(each, route.url), this.owner);
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
    for (const method of methodsOf(route)) {
      const owner = this.owners.get(shapeOf(method, route.url));
      if (owner !== undefined && owner !== this.owner)
        throw new Error(`the route ${method} ${route.url} of ${this.owner} is already one of ${owner}`);
    }
    const own = this.ownPathOf(route.url);
    if (own !== undefined)
      throw new Error(
        `the route ${route.url} of ${this.owner} is below ${own}, which is for ${SERVER} alone`,
      );
  }

  private ownPathOf(url: string): string | undefined {
    const first = firstPartOf(url);
    if (!SHARED.includes(first) && this.firstPartsOfServer().has(first)) return `/${first}`;
    return OWN_PATHS.find((path) => `${url}/`.startsWith(`${path}/`));
  }

  private firstPartsOfServer(): Set<string> {
    const ours = [...this.owners].filter(([, owner]) => !owner.startsWith("the plugin "));
    return new Set(ours.map(([shape]) => firstPartOf(shape.split(" ")[1]!)));
  }
}

const methodsOf = ({ method }: RouteOptions): string[] => [method].flat();

const firstPartOf = (url: string): string => url.split("/")[1] ?? "";

/** Two routes that differ only in the names of their parameters are the same one. */
export const shapeOfPath = (url: string) => url.replace(/:\w+(\([^)]*\))?/g, ":").replace(/\/$/, "") || "/";

const shapeOf = (method: string, url: string) => `${method} ${shapeOfPath(url)}`;
