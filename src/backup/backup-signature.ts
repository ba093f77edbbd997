import { createHmac, type Hmac, timingSafeEqual } from "node:crypto";
import { Header } from "tar";
import { OWN } from "./backup-format.ts";

/** The last entry of a signed backup. */
const SIGNATURE = `${OWN}signature`;

const BLOCK = 512;
/** Two empty blocks end a tar archive. */
export const END = Buffer.alloc(2 * BLOCK);
/** The header and the content of the signature, and the end of the archive: nothing can be added after it. */
const TAIL = 2 * BLOCK + END.length;

/** What is known about the origin of a backup. */
export type Signature = "valid" | "wrong" | "none";

/** `HMAC-SHA256` over every byte of the archive before the signature itself. */
export function signatureEntry(hmac: Hmac): Buffer {
  const content = Buffer.alloc(BLOCK);
  const size = content.write(hmac.digest("hex"));
  const header = new Header({ path: SIGNATURE, size, mode: 0o600, mtime: new Date(), type: "File" });
  header.encode();
  return Buffer.concat([header.block!, content]);
}

export const signer = (key: string): Hmac => createHmac("sha256", key);

/** Reads along with the archive. The signature is in its last bytes, so these are held back. */
export class SignatureCheck {
  private readonly hmac: Hmac;
  private tail: Buffer = Buffer.alloc(0);

  constructor(key: string) {
    this.hmac = signer(key);
  }

  update(chunk: Buffer): void {
    const all = Buffer.concat([this.tail, chunk]);
    const end = Math.max(0, all.length - TAIL);
    this.hmac.update(all.subarray(0, end));
    this.tail = all.subarray(end);
  }

  result(): Signature {
    const { path, size } = new Header(this.tail, 0);
    if (path !== SIGNATURE || size === undefined) return "none";
    const found = this.tail.subarray(BLOCK, BLOCK + size);
    const expected = Buffer.from(this.hmac.digest("hex"));
    const isValid = found.length === expected.length && timingSafeEqual(found, expected);
    return isValid && this.tail.subarray(2 * BLOCK).equals(END) ? "valid" : "wrong";
  }
}
