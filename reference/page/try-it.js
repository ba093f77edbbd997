import { element } from "./elements.js";

/** A form that sends an operation to this server, with the session of the browser or with the given token. */
export function tryIt({ method, path, operation, parameters, schemas }) {
  const inputs = parameters.filter(({ deprecated }) => !deprecated);
  const content = operation.requestBody?.content?.["application/json"];
  const sample = content?.example ?? (content && schemas.sample(content.schema));
  const body = content && element("textarea", { name: "body", "aria-label": "Body" });
  if (body) body.value = JSON.stringify(sample, null, 2);
  const answer = element("div", { class: "answer" });
  const form = element(
    "form",
    {
      class: "try",
      onsubmit: async (event) => {
        event.preventDefault();
        answer.replaceChildren("Sending…");
        answer.replaceChildren(...(await send({ method, path, inputs, form, body: body?.value })));
      },
    },
    inputs.map((parameter) =>
      element(
        "label",
        {},
        parameter.name,
        element("input", {
          name: `${parameter.in}:${parameter.name}`,
          required: parameter.required && "",
          placeholder: parameter.in,
        }),
      ),
    ),
    body ?? null,
    element("button", {}, "Send"),
    answer,
  );
  return form;
}

async function send({ method, path, inputs, form, body }) {
  const values = new FormData(form);
  const sentFor = (parameter) => values.get(`${parameter.in}:${parameter.name}`) ?? "";
  const given = inputs.filter((parameter) => sentFor(parameter) !== "");
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sentFor({ in: "path", name })));
  const query = new URLSearchParams(
    given.filter((each) => each.in === "query").flatMap((each) => queryPairs(each.name, sentFor(each))),
  );
  const headers = Object.fromEntries(
    given.filter((each) => each.in === "header").map((each) => [each.name, sentFor(each)]),
  );
  const began = performance.now();
  try {
    const response = await fetch(query.size > 0 ? `${url}?${query}` : url, {
      method,
      headers: { ...headers, ...credentials(), ...(body ? { "content-type": "application/json" } : {}) },
      body,
    });
    const text = await response.text();
    const took = Math.round(performance.now() - began);
    return [
      element("p", {}, `${response.status} ${response.statusText}, ${took} ms`),
      element("pre", {}, readable(text)),
    ];
  } catch (error) {
    return [element("p", {}, `The request failed: ${error.message}`)];
  }
}

/** `{"gt": "2026-01-01"}` becomes `created_at[gt]=2026-01-01`. */
function queryPairs(name, value) {
  if (!value.startsWith("{")) return [[name, value]];
  return Object.entries(JSON.parse(value)).map(([key, each]) => [`${name}[${key}]`, String(each)]);
}

function credentials() {
  const given = new FormData(document.querySelector("#credentials"));
  return {
    ...(given.get("token") ? { authorization: `Bearer ${given.get("token")}` } : {}),
    ...(given.get("key") ? { "x-publishable-api-key": given.get("key") } : {}),
  };
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
