import { etagOf, type SharedBody } from "../answer-body.ts";
import { compress, type Encoding } from "../compression.ts";

/** A page without its documents. */
export interface PageFrame {
  /** The key of the documents in the answer. */
  readonly name: string;
  readonly ids: readonly string[];
  /** The fields that follow the documents, e.g. the count. */
  readonly rest: Readonly<Record<string, unknown>>;
}

interface PageDocument {
  readonly json: Buffer;
  readonly etag: string;
}

/** The compressed forms of the last body of a page. */
export interface CompressedForms {
  etag: string;
  readonly forms: Map<Encoding, Promise<Buffer>>;
}

const COMMA = Buffer.from(",");

/** The body of a page, put together from the JSON of its documents. */
export class PageBody implements SharedBody {
  readonly etag: string;

  constructor(
    private readonly frame: PageFrame,
    private readonly documents: readonly PageDocument[],
    private readonly compressed: CompressedForms,
  ) {
    this.etag = etagOf(JSON.stringify([frame.name, frame.rest, documents.map(({ etag }) => etag)]));
  }

  get bytes(): Buffer {
    const { name, rest } = this.frame;
    const end = JSON.stringify(rest).slice(1);
    const parts: Buffer[] = [Buffer.from(`{${JSON.stringify(name)}:[`)];
    for (const { json } of this.documents) parts.push(json, COMMA);
    // The last comma belongs to the fields that follow.
    parts.pop();
    parts.push(Buffer.from(end === "}" ? "]}" : `],${end}`));
    return Buffer.concat(parts);
  }

  /** The same documents are compressed once. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const { compressed, etag } = this;
    if (compressed.etag !== etag) {
      compressed.etag = etag;
      compressed.forms.clear();
    }
    const known = compressed.forms.get(encoding);
    if (known) return known;
    const made = compress(this.bytes, encoding, "small");
    compressed.forms.set(encoding, made);
    return made;
  }
}
