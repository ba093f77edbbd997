import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

/** A red PNG of this size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
    ends[0].writeUInt32BE(data.length);
    ends[1].writeUInt32BE(crc(body));
    return Buffer.concat([ends[0], body, ends[1]]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.from("ff0000".repeat(width), "hex")]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const media = async (q: string) =>
  (await dashboard.api.get(`/admin/uploads?q=${q}`)).body.media as {
    name: string;
    url: string;
    uses: object[];
  }[];

const find = (page: Page, text: string) => page.getByRole("textbox", { name: "Find" }).fill(text);

const isTooWide = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

async function uploadTo(page: Page, name: string) {
  const buffer = png(80, 60);
  await page.setInputFiles("input[type=file]", [{ name, mimeType: "image/png", buffer }]);
  await page.getByText("1 file uploaded").first().waitFor();
}

describe("the library of pictures", () => {
  it("has the pictures of products, takes uploads, crops one into a new file, and deletes what is not used", async () => {
    const page = await dashboard.open("/products");
    await page.getByRole("link", { name: "Media" }).click();
    await page.getByRole("heading", { name: "Pictures and files", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Skerry Sailing Jacket" }).first().waitFor();
    await uploadTo(page, "quokka.png");
    await find(page, "quokka");
    await page.getByText("1 file", { exact: true }).waitFor();
    await page.getByRole("cell", { name: "Not used" }).waitFor();
    await checkBothScreens(page);

    await page.getByRole("button", { name: "quokka.png" }).click();
    const dialog = page.getByRole("dialog", { name: "quokka.png" });
    await dialog.getByRole("button", { name: "Crop" }).click();
    await dialog.getByText("Square", { exact: true }).click();
    await dialog.getByRole("group", { name: /The part that stays/ }).waitFor();
    const frame = await dialog.locator(".ReactCrop").boundingBox();
    expect(frame?.width).toBe((await dialog.getByRole("img", { name: "quokka.png" }).boundingBox())?.width);
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Save as a new file" }).click();
    await page.getByText("2 files", { exact: true }).waitFor();
    const [cropped] = (await media("quokka")).filter(({ name }) => name !== "quokka.png");
    const [, width, height] = /-(\d+)x(\d+)\.png$/.exec(cropped!.name)!;
    expect([width, Number(width) <= 60]).toEqual([height, true]);

    await page.getByRole("button", { name: "quokka.png", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete quokka.png?" });
    await question.getByText("No product shows it.").waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("1 file", { exact: true }).waitFor();
    expect((await media("quokka")).length).toBe(1);
  });

  it("gives a product its pictures, and warns before a picture that is used is deleted", async () => {
    const page = await dashboard.open("/products/media", { width: 390 });
    await uploadTo(page, "wombat.png");
    expect(await isTooWide(page)).toBe(false);
    await page.goto(`${dashboard.url}/app/products/new`);
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Mooring rope");
    await page.getByRole("button", { name: "Choose from the library" }).click();
    const picker = page.getByRole("dialog", { name: "Choose pictures" });
    await picker.getByRole("textbox", { name: "Find" }).fill("nothing like this");
    await picker.getByText("No picture or file has such a name.").waitFor();
    await picker.getByRole("textbox", { name: "Find" }).fill("wombat");
    await picker.getByRole("checkbox", { name: "wombat.png" }).click();
    await checkBothScreens(page);
    await picker.getByRole("button", { name: "Add 1 picture" }).click();
    await page.getByRole("img", { name: "Picture 1" }).waitFor();
    await page.getByRole("button", { name: "Create product" }).click();
    await page.getByRole("heading", { name: "Mooring rope", level: 1 }).waitFor();
    expect((await media("wombat"))[0]!.uses).toMatchObject([{ title: "Mooring rope" }]);

    await page.goto(`${dashboard.url}/app/products/media?q=wombat`);
    await page.getByRole("button", { name: "wombat.png" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete wombat.png?" });
    await question.getByText(/will have a missing picture: Mooring rope/).waitFor();
    await checkBothScreens(page);
    await question.getByRole("button", { name: "Back" }).click();
    expect((await media("wombat")).length).toBe(1);
  });
});
