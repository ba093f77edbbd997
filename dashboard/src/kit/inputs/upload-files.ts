import type { Api } from "../api/api.ts";

/** Stores the files and returns their addresses, in the same order. */
export async function uploadFiles(api: Api, files: readonly File[]): Promise<string[]> {
  const { data } = await api.POST("/admin/uploads", {
    // The types say text for the content of a file.
    body: { files: files as unknown as string[] },
    bodySerializer() {
      const form = new FormData();
      for (const file of files) form.append("files", file, file.name);
      return form;
    },
  });
  return data!.uploads.map(({ url }) => url);
}
