import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { escapedHtml } from "../kernel/html.ts";
import { vary } from "./conditional-answers.ts";

const style = `
:root { color-scheme: light dark; --ink: #1d2b33; --soft: #5a6b74; --line: #d9e1e4; --paper: #fff; --tint: #f2f6f7; --accent: #0f4c5c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eef0; --soft: #9db0b8; --line: #2c3b42; --paper: #12191d; --tint: #1b252b; --accent: #8fd3dc; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 50rem; margin: 0 auto; padding: 3rem 1.25rem; }
header { display: flex; gap: 1rem; align-items: center; margin-bottom: 2rem; }
header img { width: 3.25rem; height: 3.25rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
header p { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
ul.links { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .35rem 1.5rem; }
main > p.note { margin: .75rem 0 .25rem; color: var(--soft); }
pre { margin: 0; padding: .75rem 1rem; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; font-size: .875rem; }
pre.command { white-space: pre-wrap; overflow-wrap: anywhere; }
article h1 { margin-bottom: 1.5rem; }
article h2 { font-size: 1.3rem; margin: 2.25rem 0 .75rem; }
article h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
article pre { margin: .75rem 0; }
article li { margin: .25rem 0; }
article :not(pre) > code { background: var(--tint); border-radius: .25rem; padding: .1rem .25rem; font-size: .9em; overflow-wrap: anywhere; }
article img { max-width: 100%; background: #fff; border-radius: .5rem; }
.table { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
`;

/** A page loads its own style and pictures of this server, and nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const withFrame = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** Whether the client asks for a page. Others get the same address as text or JSON. */
export function isPageRequested(request: FastifyRequest, reply: FastifyReply): boolean {
  vary(reply, "Accept");
  return /\btext\/html\b/.test(request.headers.accept ?? "");
}

/** `body` is HTML. */
export const sendPage = (reply: FastifyReply, { title, body }: { title: string; body: string }) =>
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", contentSecurityPolicy)
    .send(withFrame(title, body));
