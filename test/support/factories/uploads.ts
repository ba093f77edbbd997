import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { TestShop } from "../fixtures/shop.ts";

export interface FileToSend {
  name: string;
  content: string | Buffer;
  type?: string;
  field?: string;
}

export const aFile = (details: Partial<FileToSend> = {}): FileToSend => ({
  name: "note.txt",
  content: "hello",
  ...details,
});

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export const formOf = (files: FileToSend[]) => {
  const form = new FormData();
  for (const { field = "files", content, type = "", name } of files) {
    form.append(field, new Blob([content], { type }), name);
  }
  return form;
};

export const adminCookie = (shop: TestShop) => `connect.sid=${shop.admin.cookie("connect.sid")}`;

/** Sends a form as the admin does. */
export async function upload(
  shop: TestShop,
  files: FileToSend[],
  { path = "/admin/uploads", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(shop.baseUrl + path, {
    method: "POST",
    headers: { cookie: adminCookie(shop), ...headers },
    body: formOf(files),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  const body: any = await response.json();
  return { status: response.status, headers: response.headers, body };
}

export async function uploaded(shop: TestShop, file: FileToSend, path = "/admin/uploads") {
  const { status, body } = await upload(shop, [file], { path });
  if (status !== 200) throw new Error(body.message);
  return body.uploads[0] as { url: string; key: string };
}

/** A data folder that knows what was left in it. */
export function aDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-files-"));
  const namesIn = (name: string) => {
    try {
      const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(join(folder, name), join(entry.parentPath, entry.name)))
        .sort();
    } catch {
      return [];
    }
  };
  return {
    folder,
    /** Everything, unfinished files too. */
    files: () => [...namesIn("uploads"), ...namesIn("protected").map((name) => `protected/${name}`)],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
