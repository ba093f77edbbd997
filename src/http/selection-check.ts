import type { FastifyInstance } from "fastify";
import { type TSchema, Type } from "typebox";
import type { Registry } from "../graph/registry.ts";
import { selectionOf, type View, type Wanted } from "../graph/selection.ts";
import { selectionQuery } from "./list-query.ts";

/** What is read to answer a request; where that depends on the request, what it is for this one. */
type Shown = View | ((asked: Wanted) => { view: View; wanted: Wanted });

const shownBy = new WeakMap<object, Shown>();

/** Any query with `fields` and `expand`, of a route that changes something and then shows it. */
export function selectingFrom<Query extends TSchema>(shown: Shown, query: Query): Query {
  shownBy.set(query, shown);
  return query;
}

/** The query of such a route that takes nothing else. */
export const selectionFrom = (shown: Shown) =>
  selectingFrom(shown, Type.Object({ ...selectionQuery.properties }, { additionalProperties: false }));

/** A wrong `fields` or `expand` is refused before anything is written. */
export function installSelectionCheck(app: FastifyInstance, registry: Registry): void {
  app.addHook("preHandler", (request, _reply, done) => {
    const query = request.routeOptions.schema?.querystring as object | undefined;
    const shown = query && request.method !== "GET" ? shownBy.get(query) : undefined;
    const asked = request.query as Wanted;
    if (!shown || (asked.fields === undefined && asked.expand === undefined)) return done();
    const { view, wanted } = typeof shown === "function" ? shown(asked) : { view: shown, wanted: asked };
    selectionOf(registry, view, wanted);
    done();
  });
}
