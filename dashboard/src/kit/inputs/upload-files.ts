import type { Api } from "../api/api.ts";

async function upload(api: Api, files: readonly File[]) {
  const { data } = await api.POST("/admin/uploads", { body: { files } });
  return data.uploads;
}

/** Stores the files and returns their addresses, in the same order. */
export const uploadFiles = async (api: Api, files: readonly File[]): Promise<string[]> =>
  (await upload(api, files)).map(({ url }) => url);

/** Stores a file that the server refers to by its key. */
export const uploadFile = async (api: Api, file: File) => (await upload(api, [file]))[0]!;
