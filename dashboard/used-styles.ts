import { transform } from "lightningcss";
import type { Plugin } from "vite";

/** Classes of Mantine's style sheets. Scripts name them when they use a component. */
const MANTINE_CLASS = /\bm_[0-9a-f]+\b/g;

/** Leaves out the styles of the components that no script uses: more than a third of Mantine's style sheet. */
export const usedStyles = (): Plugin => ({
  name: "used-styles",
  apply: "build",
  // After Vite has written the style sheet.
  enforce: "post",
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const scripts = files.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
    const used = new Set(scripts.flatMap((code) => code.match(MANTINE_CLASS) ?? []));
    for (const file of files) {
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        file.source = onlyStylesOf(used, { filename: file.fileName, code: Buffer.from(file.source) });
    }
  },
});

function onlyStylesOf(used: Set<string>, sheet: { filename: string; code: Uint8Array }): string {
  const { code } = transform({
    ...sheet,
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          const isUsed = rule.value.selectors.some((parts) =>
            parts.every((part) => part.type !== "class" || !/^m_/.test(part.name) || used.has(part.name)),
          );
          return isUsed ? undefined : [];
        },
      },
    },
  });
  return new TextDecoder().decode(code);
}
