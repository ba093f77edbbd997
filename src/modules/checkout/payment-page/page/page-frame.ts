import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { escapedHtml } from "../../../../kernel/html.ts";

const style = `
:root { color-scheme: light dark; --ink: #1d2b33; --soft: #52636c; --line: #c9d3d8; --paper: #fff; --tint: #f2f6f7; --accent: #0f4c5c; --on: #fff; --bad: #a61b1b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eef0; --soft: #a9bac1; --line: #3a4a52; --paper: #12191d; --tint: #1b252b; --accent: #8fd3dc; --on: #10252b; --bad: #ff9b9b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--tint); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; margin-top: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
p.soft, small { color: var(--soft); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: .3rem 0; overflow-wrap: anywhere; }
td:last-child { text-align: right; white-space: nowrap; padding-left: 1rem; font-variant-numeric: tabular-nums; }
tfoot { border-top: 1px solid var(--line); }
tr.total th, tr.total td { font-weight: 700; font-size: 1.1rem; }
address { font-style: normal; white-space: pre-line; overflow-wrap: anywhere; }
label { display: block; margin: .6rem 0 0; }
label.choice { display: flex; gap: .6rem; align-items: baseline; padding: .5rem 0; }
label.choice span { flex: 1; overflow-wrap: anywhere; }
input:not([type=radio]), select { width: 100%; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .4rem; padding: .5rem .6rem; min-height: 2.75rem; }
fieldset { border: 0; padding: 0; margin: 0; }
legend { font-weight: 600; font-size: 1.05rem; padding: 0; margin-bottom: .5rem; }
button { width: 100%; margin-top: 1rem; font: inherit; font-weight: 600; color: var(--on); background: var(--accent); border: 0; border-radius: .4rem; padding: .7rem 1rem; min-height: 3rem; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { color: var(--bad); font-weight: 600; }
`;

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What a payment service adds to a page. */
export interface PageScript {
  /** The address of the service's script. */
  url: string;
  origins: readonly string[];
  /** Runs after it. */
  code: string;
}

const sources = (...all: (string | false)[]) => all.filter(Boolean).join(" ");

/** The page loads its own style, and the script of a payment service where one was chosen. Nothing may frame it. */
const policyWith = (script: PageScript | undefined): string => {
  const hosts = script ? script.origins.join(" ") : "'none'";
  return [
    "default-src 'none'",
    // A payment service styles its own fields, in frames and beside them.
    `style-src ${script ? "'unsafe-inline'" : sha256(style)}`,
    `script-src ${script ? sources(new URL(script.url).origin, ...script.origins, sha256(script.code)) : "'none'"}`,
    `connect-src ${hosts}`,
    `frame-src ${hosts}`,
    `img-src ${script ? sources("'self'", "data:", ...script.origins) : "'self'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
};

export interface PageContent {
  lang: string;
  title: string;
  /** HTML. */
  body: string;
  script?: PageScript;
}

const documentOf = ({ lang, title, body, script }: PageContent) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapedHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${script ? `<script src="${escapedHtml(script.url)}"></script>\n<script>${script.code}</script>` : ""}
</body>
</html>
`;

/** The address is a key: it is not stored by caches, shown to other sites, or found by search engines. */
export const sendPaymentPage = (reply: FastifyReply, status: number, content: PageContent) =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({
      "content-security-policy": policyWith(content.script),
      "cache-control": "no-store",
      // Not `no-referrer`: a form would then be sent without its origin.
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
      vary: "Accept-Language",
    })
    .send(documentOf(content));
