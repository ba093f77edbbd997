import type { FastifyInstance } from "fastify";
import { type TSchema, Type } from "typebox";
import type { Registry } from "../graph/registry.ts";
import { type RequestedSelection, selectionOf, type View } from "../graph/selection.ts";
import { selectionQuery } from "./list-query.ts";

/** The view that a route reads after its change. It may depend on the query, together with the selection. */
type AnswerView = View | ((query: RequestedSelection) => { view: View; selection: RequestedSelection });

const answerViews = new WeakMap<object, AnswerView>();

/** A query schema with `fields` and `expand`, of a route that changes data and then reads it. */
export function selectingFrom<Query extends TSchema>(answerView: AnswerView, query: Query): Query {
  answerViews.set(query, answerView);
  return query;
}

/** The same with no other parameters. */
export const selectionFrom = (answerView: AnswerView) =>
  selectingFrom(answerView, Type.Object({ ...selectionQuery.properties }, { additionalProperties: false }));

/** A wrong `fields` or `expand` is refused before anything is written. */
export function installSelectionCheck(app: FastifyInstance, registry: Registry): void {
  app.addHook("preHandler", (request, _reply, done) => {
    const schema = request.routeOptions.schema?.querystring as object | undefined;
    const answerView = schema && request.method !== "GET" ? answerViews.get(schema) : undefined;
    const query = request.query as RequestedSelection;
    if (!answerView || (query.fields === undefined && query.expand === undefined)) return done();
    const { view, selection } =
      typeof answerView === "function" ? answerView(query) : { view: answerView, selection: query };
    selectionOf(registry, view, selection);
    done();
  });
}
