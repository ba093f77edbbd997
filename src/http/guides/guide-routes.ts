import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kernel/refusal.ts";
import { isPageRequested, sendPage } from "../html-page.ts";
import { type GuideDocument, guideDocuments, guidePicture } from "./documents.ts";
import { renderedGuide } from "./render.ts";

const CACHE_CONTROL = "public, max-age=3600";

const bodyOf = (content: string, { name }: GuideDocument) => `<header>
<img src="/favicon.svg" alt="">
<nav><a href="/">Shop</a>${name === "" ? "" : ' · <a href="/guides">Documentation</a>'} · <a href="/docs">API reference</a></nav>
</header>
<article>
${content}</article>`;

/** The documentation: pages for browsers, text for other clients. */
export function installGuides(app: FastifyInstance): void {
  const rendered = new Map<string, string>();

  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const page = guideDocuments().get(name);
    if (!page) throw new Refusal("not_found", `There is no guide ${name}`);
    const isPage = isPageRequested(request, reply);
    reply.header("cache-control", CACHE_CONTROL);
    if (!isPage) return reply.type("text/plain; charset=utf-8").send(page.text);
    const content = rendered.get(name) ?? (await renderedGuide(page));
    rendered.set(name, content);
    return sendPage(reply, { title: page.title, body: bodyOf(content, page) });
  };

  app.get("/guides", { schema: { hide: true } }, (request, reply) => send(request, reply, ""));
  app.get<{ Params: { "*": string } }>("/guides/*", { schema: { hide: true } }, (request, reply) =>
    send(request, reply, request.params["*"]),
  );
  app.get<{ Params: { "*": string } }>(
    "/guides/pictures/*",
    { schema: { hide: true } },
    async (request, reply) => {
      const picture = guidePicture(request.params["*"]);
      if (!picture) throw new Refusal("not_found", `There is no picture ${request.params["*"]}`);
      return reply.type(picture.type).header("cache-control", CACHE_CONTROL).send(picture.content);
    },
  );
}
