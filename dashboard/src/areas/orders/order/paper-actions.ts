import { saveFile } from "../../../data/orders/save-file.ts";
import type { Api } from "../../../kit/api/api.ts";
import type { Order } from "../print/print-page.tsx";

interface Wanted {
  order: Pick<Order, "id" | "display_id">;
  /** Of the user: papers are in English or German. */
  language: string;
}

const languageOf = ({ language }: Wanted) => (language.startsWith("de") ? "de" : "en");

/** Gives the invoice its number, or the credit note of a refund, and saves the document. */
export async function savePaper(api: Api, wanted: Wanted, refundId?: string): Promise<void> {
  const { id } = wanted.order;
  const body = refundId
    ? { kind: "credit_note" as const, refund_id: refundId }
    : { kind: "invoice" as const };
  const { paper } = (await api.POST("/admin/orders/{id}/papers", { params: { path: { id } }, body })).data!;
  const { data } = await api.GET("/admin/orders/{id}/papers/{paper_id}/pdf", {
    params: { path: { id, paper_id: paper.id }, query: { language: languageOf(wanted) } },
    parseAs: "blob",
  });
  const kind = refundId ? "credit-note" : "invoice";
  saveFile(data!, `${kind}-${paper.shown_number}.pdf`);
}

const PARCEL_PAPERS = {
  packingSlip: { path: "/admin/orders/{id}/packing-slip/pdf", file: "packing-slip" },
  returnForm: { path: "/admin/orders/{id}/return-form/pdf", file: "return-form" },
} as const;

export type ParcelPaper = keyof typeof PARCEL_PAPERS;

export async function saveParcelPaper(api: Api, wanted: Wanted, kind: ParcelPaper): Promise<void> {
  const { id, display_id } = wanted.order;
  const { path, file } = PARCEL_PAPERS[kind];
  const { data } = await api.GET(path, {
    params: { path: { id }, query: { language: languageOf(wanted) } },
    parseAs: "blob",
  });
  saveFile(data!, `${file}-${display_id}.pdf`);
}

type WithParcels = Pick<Order, "fulfillments" | "swaps" | "claims">;

/** The parcels of the order, its swaps and its claims that are not unpacked again. */
export const packedParcels = ({ fulfillments, swaps = [], claims = [] }: WithParcels) =>
  [...fulfillments, ...[...swaps, ...claims].flatMap((exchange) => exchange.fulfillments ?? [])].filter(
    ({ canceled_at }) => !canceled_at,
  );

/** The labels and other documents that the carriers of the parcels have. Returns how many there were. */
export async function saveCarrierDocuments(api: Api, order: Order): Promise<number> {
  let saved = 0;
  for (const parcel of packedParcels(order)) {
    const path = { id: order.id, fulfillment_id: parcel.id };
    const { data } = await api.GET("/admin/orders/{id}/fulfillments/{fulfillment_id}/documents", {
      params: { path },
    });
    for (const { name, type, content } of data!.documents) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      saveFile(new Blob([bytes], { type }), name);
      saved += 1;
    }
  }
  return saved;
}
