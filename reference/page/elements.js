/** An element with attributes and children. Texts become text nodes, so that nothing of a description is markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** A fold whose content is made when it is opened for the first time. */
export function fold(attributes, title, content) {
  const made = element("details", attributes, element("summary", {}, ...[title].flat()));
  made.addEventListener("toggle", () => {
    if (made.open && made.childElementCount === 1) made.append(...[content()].flat());
  });
  return made;
}

/** A text with `code` and **words** in it, and a paragraph for each empty line. */
export const prose = (text = "") =>
  text.split(/\n\n+/).map((paragraph) =>
    element(
      "p",
      {},
      ...paragraph.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
        if (part.startsWith("`")) return element("code", {}, part.slice(1, -1));
        return part.startsWith("**") ? element("strong", {}, part.slice(2, -2)) : part;
      }),
    ),
  );
