import { type Area, admin, sendFiles, to } from "../action.ts";
import type { SentFile } from "../pair.ts";
import type { World } from "../world.ts";

const textFile = (world: World): SentFile => ({
  name: `${world.name("note").replace(" ", "-")}.txt`,
  type: "text/plain",
  content: world.name("Written on"),
});
const some = (world: World) => Array.from({ length: world.random.whole(1, 3) }, () => textFile(world));
const key = (world: World) => world.any("file");

export const files: Area = {
  upload: (world) => sendFiles(to`/admin/uploads`, some(world)),
  "upload a protected file": (world) => sendFiles(to`/admin/uploads/protected`, some(world)),
  "upload nothing": (world) => (world.random.isLucky(0.1) ? sendFiles(to`/admin/uploads`, []) : undefined),
  "link to a file": (world) =>
    key(world) && admin.post(to`/admin/uploads/download-url`, { file_key: key(world) }),
  "download a file": (world) => {
    const request = key(world) && admin.post(to`/admin/uploads/download-url`, { file_key: key(world) });
    return request && { ...request, isFollowed: true };
  },
  "delete a file": (world) => {
    // Files of jobs end with their jobs.
    const file = world.any("file", ({ id }) => id.ours.endsWith(".txt"));
    return file && world.random.isLucky(0.4)
      ? admin.delete(to`/admin/uploads`, { file_key: file })
      : undefined;
  },
};
