// Where v1's answers differ from the common shape. This file imports nothing.

/** v1 answers the creation of a batch job with 201 instead of 200. */
export const createdJobStatus = 201;

/** v1's message has a line break and more spaces than it needs. */
export const productImportMessage = (operations: Readonly<Record<string, number>>) =>
  `There will be ${operations.PRODUCT_CREATE} products created (${operations.PRODUCT_UPDATE}  updated).\n` +
  `             ${operations.VARIANT_CREATE} variants will be created and ${operations.VARIANT_UPDATE} updated`;

/** v1 lists the intermediate files of an import in `result.files`; there are none here. */
export const intermediateFiles = {};
