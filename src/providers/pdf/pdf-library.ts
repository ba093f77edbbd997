import { createRequire } from "node:module";
import { dirname } from "node:path";
import pdfmake from "pdfmake";

/** Roboto comes with the library. It has the Latin, Greek and Cyrillic letters. */
const fontFile = createRequire(import.meta.url).resolve("pdfmake/fonts/Roboto.js");
const fontFolder = dirname(fontFile);

pdfmake.setFonts(createRequire(import.meta.url)(fontFile));
// A document has texts and pictures that it was given, and asks for nothing else.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fontFolder));

export { pdfmake };
