import { posix } from "node:path";
import { escapedHtml } from "../../kernel/html.ts";
import { type GuideDocument, guideDocuments, guidePicture } from "./documents.ts";

/** What a link of a page leads to on this server; null for a file of the repository that the server does not serve. */
function addressOf(link: string, from: GuideDocument): string | null {
  if (/^(https?:|#)/.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  const file = posix.join(posix.dirname(from.file), path);
  if (file === "openapi.json") return "/openapi.json";
  if (guidePicture(file)) return `/guides/pictures/${file}`;
  const target = [...guideDocuments().values()].find((each) => [`${file}`, `${file}.md`].includes(each.file));
  if (!target) return null;
  const address = target.name === "" ? "/guides" : `/guides/${target.name}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** The anchor of a heading, as code hosts make it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** The content of a page as HTML. */
export async function renderedGuide(page: GuideDocument): Promise<string> {
  const { Marked } = await import("./markdown-library.ts");
  const markdown = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = escapedHtml(anchorOf(text));
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href, page);
        return address === null ? content : `<a href="${escapedHtml(address)}">${content}</a>`;
      },
      image({ href, text }) {
        const address = addressOf(href, page);
        return address === null ? "" : `<img src="${escapedHtml(address)}" alt="${escapedHtml(text)}">`;
      },
      // Comments for the tests of the documentation. The pages have no other HTML.
      html: () => "",
    },
    hooks: {
      // A wide table scrolls in its own box.
      postprocess: (html) =>
        html.replaceAll("<table>", '<div class="table"><table>').replaceAll("</table>", "</table></div>"),
    },
  });
  return markdown.parse(page.text) as string;
}
