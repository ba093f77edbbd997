import sanitizeHtml from "sanitize-html";

/** What a description may have. Everything else is left out; the text inside of it stays, but not that of scripts and styles. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "u", "s", "h2", "h3", "h4", "ul", "ol", "li", "a", "blockquote"],
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "iframe",
    "svg",
    "math",
    "template",
    "title",
  ],
  transformTags: { b: "strong", i: "em", h1: "h2", h5: "h4", h6: "h4", div: "p" },
};

/** HTML that can be shown as it is: it runs nothing and loads nothing. Null: it says nothing. */
export function cleanRichText(html: string): string | null {
  const clean = sanitizeHtml(html, allowed).trim();
  return plainTextOf(clean) === "" ? null : clean;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The text of HTML that was cleaned: a line for each paragraph, heading and entry of a list. */
export function plainTextOf(clean: string): string {
  return clean
    .replace(/\s+/g, " ")
    .replace(/<br\s*\/?>/g, "\n")
    .replace(/<li>\s*(<p>)?/g, "- ")
    .replace(/<\/(p|h[2-4]|blockquote)>(?!\s*<\/li>)/g, "\n\n")
    .replace(/<\/li>/g, "\n")
    .replace(/<\/(ul|ol)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n[ \t]+/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
