import { type Area, admin, listQuery, sendFiles, some, to } from "../action.ts";
import type { Known, World } from "../world.ts";

const isTable = ({ id }: Known) => id.ours.endsWith(".csv") && !id.ours.startsWith("exports/");
const isWaiting = ({ data }: Known) => data["status"] === "pre_processed";

/** A file ends with its job, so that it is imported once. */
const imported = new Set<string>();

/** With its channel: v1 imports products without one into none, and storefronts do not show them. */
const productTable = (world: World): string => {
  const handle = world.name("imported").replace(" ", "-");
  const header =
    "Product Id;Product Handle;Product Title;Product Status;Product Discountable;Variant Id;Variant Title;Variant SKU;" +
    "Variant Inventory Quantity;Variant Allow Backorder;Variant Manage Inventory;Price USD;Option 1 Name;Option 1 Value;Sales Channel 1 Name";
  const rows = ["S", "M"].map(
    (size) =>
      `;${handle};Imported;published;true;;${size};${handle}-${size};5;false;false;12.50;Size;${size};Default Sales Channel`,
  );
  return [header, ...rows].join("\n");
};

/** A job takes some seconds in v1. */
const seldom = (world: World, action: () => ReturnType<typeof admin.post>) =>
  world.random.isLucky(0.15) ? action() : undefined;

const job = (type: string, context: object, dry_run: boolean) =>
  admin.post(to`/admin/batch-jobs`, { type, context, dry_run });

export const jobs: Area = {
  "export products": (world) =>
    seldom(world, () =>
      job(
        "product-export",
        world.random.pick<object>([{}, { filterable_fields: { status: ["published"] } }, { batch_size: 2 }]),
        world.random.isLucky(0.3),
      ),
    ),
  "export orders": (world) => seldom(world, () => job("order-export", {}, world.random.isLucky(0.3))),
  "upload a table": (world) =>
    sendFiles(to`/admin/uploads`, [{ name: "products.csv", type: "text/csv", content: productTable(world) }]),
  "import products": (world) => {
    const file = world.any("file", (known) => isTable(known) && !imported.has(known.id.ours));
    return (
      file &&
      seldom(world, () => {
        imported.add(file.ours);
        return job("product-import", { fileKey: file }, world.random.isLucky(0.7));
      })
    );
  },
  "unknown kind of job": (world) => seldom(world, () => job("nothing-import", {}, false)),
  "confirm a job": (world) =>
    seldom(world, () => admin.post(to`/admin/batch-jobs/${world.any("batch", isWaiting)}/confirm`)),
  "confirm any job": (world) =>
    seldom(world, () => admin.post(to`/admin/batch-jobs/${world.any("batch")}/confirm`)),
  "cancel a job": (world) =>
    seldom(world, () => admin.post(to`/admin/batch-jobs/${world.any("batch")}/cancel`)),
  "read a job": (world) => admin.get(to`/admin/batch-jobs/${world.any("batch")}`),
  "list jobs": (world) =>
    admin.get(
      to`/admin/batch-jobs`,
      listQuery(world, {
        fields: ["type", "status", "result"],
        filters: some(world, {
          id: world.any("batch"),
          type: ["product-export"],
          confirmed_at: { gt: "2020-01-01" },
          created_at: { lt: "2020-01-01" },
        }),
      }),
    ),
  "what was exported": (world) => {
    const file = world.any("file", ({ id }) => id.ours.startsWith("exports/"));
    const request = file && admin.post(to`/admin/uploads/download-url`, { file_key: file });
    return request && { ...request, isFollowed: true };
  },
};
