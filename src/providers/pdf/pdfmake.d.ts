/** What is used of the library. Its published types need those of a browser. */
declare module "pdfmake" {
  interface Output {
    getBuffer(): Promise<Buffer>;
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void;
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(definition: object): Output;
  };
  export default pdfmake;
}
