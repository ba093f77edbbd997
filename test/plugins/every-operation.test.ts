import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";
import { entityInPath } from "../support/fuzz/entities.ts";
import type { Operation } from "../support/fuzz/operations.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";
import { PluginFiles } from "./plugin-files.ts";

const CALLER = `
export default {
  name: "caller",
  register({ shop, routes }: any) {
    routes((app: any) =>
      app.post("/hooks/caller", async ({ body: { as, operation, input } }: any) => {
        try {
          await shop.api.as(as)[operation](input);
          return {};
        } catch ({ name, status, message }: any) {
          return { name, status, message };
        }
      }));
  },
};
`;

const files = new PluginFiles({ "plugin.ts": CALLER });
const { it, shop } = withShop(
  () => startPopulatedShop({ TRADEWIND_PLUGINS: files.at("plugin.ts") }),
  () => files.remove(),
);

interface Outcome {
  name?: string;
  status?: number;
  message?: string;
}

const call = async (as: object, operation: string, input: object): Promise<Outcome> =>
  (await shop.visitor().post("/hooks/caller", { as, operation, input })).body;

const idOf = (entity: string) => shop.things.pick(entity, 1, { context: new Map() });

const pathFor = ({ path, pathNames }: Operation) =>
  Object.fromEntries(
    pathNames.map((name) => {
      const entity = entityInPath(name, path);
      return [name, entity ? idOf(entity) : "known"];
    }),
  );

const MISSING = "A record that the request refers to does not exist.";
const wasSent = ({ takesFiles, method }: Operation) => method !== "GET" && !takesFiles;

describe("every operation that changes something", () => {
  it("can be called by a plugin with a role, without an account of its own", async () => {
    const { paths } = (await shop.visitor().get("/openapi.json")).body;
    const operations = shop.operations.filter(wasSent).filter(({ path }) => path !== "/hooks/caller");
    expect(operations.length).toBeGreaterThan(250);
    const faults: string[] = [];
    let done = 0;
    for (const operation of operations) {
      await shop.things.look();
      const { operationId } = paths[operation.path][operation.method.toLowerCase()];
      for (const body of [undefined, shop.bodyFor(operation, { isSparse: true }), shop.bodyFor(operation)]) {
        const input = { path: pathFor(operation), ...(operation.body && body ? { body } : {}) };
        const { name, status, message } = await call({ role: "Owner" }, operationId, input);
        if (name === undefined) done++;
        const isOfPlugin =
          message === MISSING && (await call({ user: shop.adminId }, operationId, input)).message !== MISSING;
        if (name !== undefined && (!(status! < 500) || isOfPlugin))
          faults.push(`${operationId}: ${status} ${message}`);
      }
    }
    expect(faults).toEqual([]);
    // Otherwise it is the refusals alone that are tried out.
    expect(done).toBeGreaterThan(150);
  });
});
