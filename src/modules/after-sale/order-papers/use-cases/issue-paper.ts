import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import type { FileProvider } from "../../../../providers/ports/files.ts";
import { lockOrderRow } from "../../../orders/orders/index.ts";
import { showShopDetails } from "../../../shop/shop-details/index.ts";
import { findLineRefunds } from "../../line-refunds/index.ts";
import { paperEvents } from "../events.ts";
import { creditNoteOf, invoiceOf } from "../paper.ts";
import type { Paper, PaperKind } from "../paper-content.ts";
import { readPaperOrder } from "../paper-order-store.ts";
import { findPapers, insertPaper, takeNumber } from "../paper-store.ts";

export interface PaperDeps {
  db: Db;
  graph: Graph;
  files: FileProvider;
  providers: { rules: Rules };
}

interface PaperRequest {
  orderId: string;
  kind: PaperKind;
  refundId: string | null;
}

const events = { invoice: "order.invoice_issued", credit_note: "order.credit_note_issued" } as const;

export const listPapers = ({ db }: PaperDeps, orderId: string): Promise<Paper[]> => findPapers(db, orderId);

/** Issues the invoice of an order, or the credit note of a refund, once: the second request gets the first one. */
export async function issuePaper(deps: PaperDeps, request: PaperRequest): Promise<Paper> {
  const {
    invoice_prefix: prefix,
    first_invoice_number: least,
    logo_url: _,
    ...seller
  } = await showShopDetails(deps);
  return inTransaction(deps.db, async (tx) => {
    const { orderId, kind, refundId } = request;
    await lockOrderRow(tx, orderId);
    const papers = await findPapers(tx, orderId);
    const known = papers.find((each) => each.kind === kind && each.refund_id === refundId);
    if (known) return known;
    const order = await readPaperOrder(deps, tx, orderId);
    const invoiceNumber = papers.find((each) => each.kind === "invoice")?.shown_number ?? null;
    const content =
      kind === "invoice"
        ? invoiceOf(order, seller)
        : creditNoteOf(order, seller, {
            refundId: refundId!,
            invoiceNumber,
            pieces: await piecesOf(tx, orderId, refundId!),
          });
    // The last lock, and so the shortest: all invoices of the shop wait for it.
    const number = await takeNumber(tx, { kind, least: kind === "invoice" ? least : 1 });
    const shownNumber = `${prefix}${kind === "invoice" ? "" : "CN-"}${number}`;
    const id = newId("paper");
    const paper = await insertPaper(tx, {
      id,
      orderId,
      kind,
      refundId,
      number,
      shownNumber,
      content: JSON.stringify(content),
    });
    await paperEvents.announce(tx, events[kind], { id: orderId, paper_id: id, number: shownNumber });
    return paper;
  });
}

const piecesOf = async (tx: Tx, orderId: string, refundId: string) =>
  (await findLineRefunds(tx, orderId)).find((each) => each.refund_id === refundId) ?? null;
