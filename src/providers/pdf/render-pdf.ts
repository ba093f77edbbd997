/** A part of a document. Parts in a list are below each other. */
export type Content = string | ContentNode | readonly Content[];

interface ContentNode {
  text?: string;
  stack?: readonly Content[];
  columns?: readonly Content[];
  table?: {
    body: readonly (readonly Content[])[];
    widths: readonly (string | number)[];
    headerRows?: number;
    dontBreakRows?: boolean;
  };
  /** A picture as a data URL. */
  image?: string;
  fit?: readonly [width: number, height: number];
  layout?: "noBorders" | "lightHorizontalLines";
  style?: keyof typeof styles;
  alignment?: "left" | "right";
  width?: number | string;
  margin?: readonly [left: number, top: number, right: number, bottom: number];
  colSpan?: number;
  pageBreak?: "before";
}

export interface PdfPage {
  title: string;
  content: readonly Content[];
  /** At the end of every page. */
  footer?: string;
  language: string;
}

const styles = {
  title: { fontSize: 18, bold: true, margin: [0, 0, 0, 10] },
  heading: { bold: true, margin: [0, 0, 0, 2] },
  head: { bold: true, fontSize: 9 },
  small: { fontSize: 8, color: "#444444" },
  total: { bold: true, fontSize: 11 },
};

const FOOTER_WIDTH = 110;

/** As many points as the lines of the footer need: it stands below the page's content. */
function footerHeight(footer: string): number {
  const lines = footer
    .split("\n")
    .reduce((count, line) => count + Math.max(1, Math.ceil(line.length / FOOTER_WIDTH)), 0);
  return Math.max(70, 40 + lines * 10);
}

/** A PDF document on A4. The library is loaded with the first one: most processes make none. */
export async function renderPdf({ title, content, footer = "", language }: PdfPage): Promise<Buffer> {
  const { pdfmake } = await import("./pdf-library.ts");
  const definition = {
    info: { title },
    language,
    pageSize: "A4",
    pageMargins: [50, 50, 50, footerHeight(footer)],
    defaultStyle: { font: "Roboto", fontSize: 10 },
    styles,
    content,
    footer: (page: number, pages: number) => ({
      margin: [50, 15, 50, 0],
      columns: [
        { text: footer, style: "small" },
        { text: `${page} / ${pages}`, style: "small", alignment: "right", width: 50 },
      ],
    }),
  };
  return pdfmake.createPdf(definition).getBuffer();
}
