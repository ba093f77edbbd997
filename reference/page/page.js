import { element, fold, prose } from "./elements.js";
import { Schemas } from "./schemas.js";
import { tryIt } from "./try-it.js";

const api = await (await fetch("/openapi.json")).json();
const schemas = new Schemas(api);
const content = document.querySelector("#content");
const search = document.querySelector("#search");

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
    tag: operation.tags[0],
    words:
      `${method} ${path} ${operation.operationId} ${operation.summary} ${operation.description ?? ""}`.toLowerCase(),
  })),
);

/** Who calls an operation, by the start of its path. */
const surfaces = [
  { name: "Storefront", start: "/store/" },
  { name: "Admin", start: "/admin/" },
  { name: "Other", start: "/" },
];

/** The operations of each surface that has some. */
const bySurface = (listed) =>
  surfaces
    .map(({ name }) => [name, listed.filter(({ path }) => surfaceOf(path) === name)])
    .filter(([, each]) => each.length > 0);

const surfaceOf = (path) => surfaces.find(({ start }) => path.startsWith(start)).name;

const badge = (method) => element("span", { class: `method ${method.toLowerCase()}` }, method);

function showGroups() {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const open = tagInAddress();
  const found = operations.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const listed = (tag) => found.filter((each) => each.tag === tag);
  const isOpen = (tag) => wanted.length > 0 || tag === open;
  const groups = api["x-tagGroups"].map(({ name, tags }) => [
    name,
    tags.filter((tag) => listed(tag).length > 0),
  ]);
  document.querySelector("#groups").replaceChildren(
    ...groups
      .filter(([, tags]) => tags.length > 0)
      .flatMap(([name, tags]) => [
        element("h2", {}, name),
        element(
          "ul",
          {},
          tags.map((tag) => groupItem(tag, isOpen(tag) ? listed(tag) : [], tag === open)),
        ),
      ]),
  );
}

const groupItem = (tag, listed, isCurrent) =>
  element(
    "li",
    {},
    element("a", { href: `#tag/${encodeURIComponent(tag)}`, "aria-current": isCurrent && "true" }, tag),
    element(
      "ul",
      {},
      bySurface(listed).map(([surface, each]) =>
        element(
          "li",
          {},
          element("span", { class: `surface ${surface.toLowerCase()}` }, surface),
          element("ul", { "aria-label": `${tag}, ${surface}` }, each.map(operationItem)),
        ),
      ),
    ),
  );

const operationItem = ({ method, operation }) =>
  element("li", {}, element("a", { href: `#${operation.operationId}` }, badge(method), operation.summary));

function operationFold(each) {
  const { method, path, operation } = each;
  const title = [badge(method), element("code", {}, path), " ", operation.summary];
  return fold({ id: operation.operationId }, title, () => operationContent(each));
}

function operationContent({ method, path, operation }) {
  const parameters = (operation.parameters ?? []).map((each) => schemas.resolved(each));
  const credentials = operation.security.map((each) => Object.keys(each).join(" and ") || "none");
  return [
    ...prose(operation.description),
    element(
      "p",
      { class: "type" },
      `${operation.operationId}. Credentials: ${credentials.join(", ") || "none"}.`,
    ),
    ...titled("Parameters", parameters.map(parameterLine)),
    ...bodyOf(operation.requestBody),
    ...titled("Answers", Object.entries(operation.responses).map(answerFold)),
    fold({}, "Try it", () => tryIt({ method, path, operation, parameters, schemas })),
  ];
}

const titled = (title, parts) => (parts.length > 0 ? [element("h3", {}, title), ...parts] : []);

const parameterLine = ({ name, in: place, required, deprecated, description, schema }) =>
  element(
    "div",
    { class: "property" },
    element("code", {}, name),
    element(
      "span",
      { class: "type" },
      ` ${place}, ${schemas.typeOf(schema)}${deprecated ? ", deprecated" : ""}`,
    ),
    required ? element("span", { class: "required" }, " required") : null,
    ...(description ? prose(description) : []),
  );

const bodyOf = (body) =>
  Object.entries(body?.content ?? {}).flatMap(([type, { schema }]) =>
    titled(`Body, ${type}`, schemas.show(schema)),
  );

function answerFold([status, given]) {
  const response = schemas.resolved(given);
  const parts = Object.values(response.content ?? {});
  return fold({}, `${status} ${response.description}`, () =>
    parts.flatMap(({ schema, example }) => [
      ...(example === undefined
        ? []
        : [
            fold({ class: "example" }, "Example", () => element("pre", {}, JSON.stringify(example, null, 2))),
          ]),
      ...schemas.show(schema),
    ]),
  );
}

function tagInAddress() {
  const address = decodeURIComponent(location.hash.slice(1));
  if (address.startsWith("tag/")) return address.slice(4);
  return operations.find(({ operation }) => operation.operationId === address)?.tag;
}

function showContent() {
  const tag = tagInAddress();
  const { description } = api.tags.find(({ name }) => name === tag) ?? {};
  if (!tag) content.replaceChildren(element("h2", {}, api.info.title), ...prose(api.info.description));
  else {
    const listed = operations.filter((each) => each.tag === tag);
    content.replaceChildren(
      element("h2", {}, tag),
      ...prose(description),
      ...bySurface(listed).flatMap(([surface, each]) => [
        element("h3", { class: "surface" }, surface),
        ...each.map(operationFold),
      ]),
    );
  }
  const target = document.getElementById(location.hash.slice(1));
  if (target?.tagName === "DETAILS") {
    target.open = true;
    target.scrollIntoView();
  }
}

function show() {
  showGroups();
  showContent();
}

search.addEventListener("input", showGroups);
addEventListener("hashchange", show);
show();
