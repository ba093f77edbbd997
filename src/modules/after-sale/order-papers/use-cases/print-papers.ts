import { notFound, Refusal } from "../../../../kernel/refusal.ts";
import { renderPdf } from "../../../../providers/pdf/render-pdf.ts";
import type { FileProvider } from "../../../../providers/ports/files.ts";
import { readLogo, showShopDetails } from "../../../shop/shop-details/index.ts";
import type { Language } from "../paper-content.ts";
import { readPaperOrder } from "../paper-order-store.ts";
import { findPaper } from "../paper-store.ts";
import { invoicePage } from "./invoice-page.ts";
import type { PaperDeps } from "./issue-paper.ts";
import { type ParcelKind, parcelPage } from "./parcel-pages.ts";

interface Print {
  orderId: string;
  language: Language;
}

/** A paper without the logo is better than none. */
async function logoOf(files: FileProvider, key: string | null): Promise<string | null> {
  if (key === null) return null;
  try {
    return await readLogo(files, key);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export async function printPaper(
  deps: PaperDeps,
  { orderId, paperId, language }: Print & { paperId: string },
): Promise<Buffer> {
  const { db, files } = deps;
  const paper = await findPaper(db, { id: paperId, orderId });
  if (!paper) throw notFound("Paper", paperId);
  const order = await readPaperOrder(deps, db, orderId);
  const logo = await logoOf(files, paper.content.seller.logo_key);
  return renderPdf(invoicePage({ paper, order, language, logo }));
}

export async function printParcelPaper(
  deps: PaperDeps,
  { orderId, kind, language }: Print & { kind: ParcelKind },
): Promise<Buffer> {
  const order = await readPaperOrder(deps, deps.db, orderId);
  const seller = await showShopDetails(deps);
  const logo = await logoOf(deps.files, seller.logo_key);
  return renderPdf(parcelPage(kind, { order, seller, language, logo }));
}
