import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { changeTags, deleteTag, mergeTag, renameTag, type TagKind } from "./tag-changes.ts";
import { tagLists, tagMergeBody, tagNameBody, tagsChangeBody, tagsChanged } from "./tag-schemas.ts";

/** The same operations for tags of orders and for tags of customers. */
const routesOf =
  (kind: TagKind): Routes =>
  (app, { config, db, graph }) => {
    const [base, list, entity] = [`/admin/${kind}-tags`, tagLists[kind], `used_${kind}_tag`] as const;
    const tags = ["Tags"];
    const response = ok({ tag: view(entity) });
    const one = { tags, querystring: noQuery, params: path("id"), response };
    const readTag = async (id: string) => ({ tag: found(await graph.find(list.view, id), "Tag", id) });

    app.get(
      base,
      {
        schema: {
          tags,
          summary: `List the tags of ${kind}s`,
          querystring: list.querystring,
          response: page("tags", entity),
        },
      },
      async (request) => {
        const { rows, ...paging } = await list.read(graph, request.query, config);
        return { tags: rows, ...paging };
      },
    );

    app.post(
      `${base}/batch`,
      {
        schema: {
          tags,
          summary: `Add tags to ${kind}s, or remove them`,
          querystring: noQuery,
          body: tagsChangeBody,
          response: tagsChanged,
        },
      },
      async (request) => ({ changed: await changeTags({ db, kind }, request.body) }),
    );

    app.post(
      `${base}/:id`,
      { schema: { ...one, summary: `Rename a tag of ${kind}s`, body: tagNameBody } },
      async (request) => {
        await renameTag({ db, kind }, request.params.id, request.body);
        return readTag(request.params.id);
      },
    );

    app.post(
      `${base}/:id/merge`,
      { schema: { ...one, summary: `Merge a tag of ${kind}s into another`, body: tagMergeBody } },
      async (request) => {
        const into = request.body.into_id;
        await mergeTag({ db, kind }, request.params.id, { into });
        return readTag(into);
      },
    );

    app.delete(
      `${base}/:id`,
      { schema: { ...one, summary: `Delete a tag of ${kind}s`, response: deletedBody } },
      async (request) => {
        await deleteTag({ db, kind }, request.params.id);
        return { id: request.params.id, object: `${kind}_tag`, deleted: true };
      },
    );
  };

export const orderTagRoutes = routesOf("order");
export const customerTagRoutes = routesOf("customer");
