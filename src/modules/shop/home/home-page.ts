import { escapedHtml } from "../../../kernel/html.ts";

/** What `/` shows. */
export interface Home {
  /** The name of the shop; null while the database does not answer. */
  shop: string | null;
  version: string;
  /** Public URL of the server, without a slash at the end. */
  url: string;
  guides: readonly Guide[];
  hasDashboard: boolean;
}

export interface Guide {
  title: string;
  path: string;
}

const dashboard = { path: "/app", title: "Dashboard" };

const links = {
  documentation: { path: "/guides", title: "Documentation" },
  reference: { path: "/docs", title: "API reference" },
  openapi: { path: "/openapi.json", title: "OpenAPI" },
  health: { path: "/health", title: "Health" },
  ready: { path: "/ready", title: "Readiness" },
  metrics: { path: "/metrics", title: "Metrics" },
} as const;

const linksOf = ({ hasDashboard }: Pick<Home, "hasDashboard">) =>
  hasDashboard ? { dashboard, ...links } : links;

const JSON_BODY = "\\\n  -H 'content-type: application/json' \\\n  -d";

/** What a visitor and a user of the shop can do first. */
const commands = (url: string): [title: string, command: string][] => [
  ["List products", `curl '${url}/store/products?limit=3&fields=title,handle&expand='`],
  ["Search", `curl ${url}/store/products/search ${JSON_BODY} '{"q": "wool", "limit": 3}'`],
  [
    "Log in to the administrative API",
    `curl ${url}/admin/auth/token ${JSON_BODY} '{"email": "EMAIL", "password": "PASSWORD"}'`,
  ],
];

const list = (entries: readonly Guide[]) =>
  `<ul class="links">${entries.map(({ path, title }) => `<li><a href="${path}">${escapedHtml(title)}</a></li>`).join("")}</ul>`;

/** Title and content of the page. */
export const homePage = ({ shop, version, url, guides, hasDashboard }: Home) => ({
  title: shop ?? "Tradewind",
  body: `<header>
<img src="/favicon.svg" alt="">
<div><h1>${escapedHtml(shop ?? "Tradewind")}</h1>
<p>Tradewind ${version} is running${shop === null ? ". The database does not answer." : ` at ${escapedHtml(url)}`}</p></div>
</header>
<h2>Look around</h2>
${list(Object.values(linksOf({ hasDashboard })))}
<h2>Try it</h2>
${commands(url)
  .map(
    ([title, command]) =>
      `<p class="note">${title}</p>\n<pre class="command"><code>${escapedHtml(command)}</code></pre>`,
  )
  .join("\n")}
${guides.length > 0 ? `<h2>Guides</h2>\n${list(guides)}` : ""}`,
});

/** The same for programs. */
export const homeDocument = ({ shop, version, url, guides, hasDashboard }: Home) => ({
  shop,
  product: "Tradewind",
  version,
  database: shop === null ? "unreachable" : "ok",
  links: {
    ...Object.fromEntries(
      Object.entries(linksOf({ hasDashboard })).map(([name, { path }]) => [name, url + path]),
    ),
    guides: guides.map(({ path }) => url + path),
  },
});
