import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

interface Stored {
  id: string;
  description: string | null;
  images: { url: string }[];
  variants: { id: string; title: string; sku: string | null; inventory_quantity: number; prices: object[] }[];
  presentation: {
    rich_description: string | null;
    seo_title: string | null;
    image_texts: { url: string; alt: string }[];
    variant_images: { variant_id: string; url: string }[];
  } | null;
}

const find = async (handle: string): Promise<Stored> => {
  const expand = "presentation,images,variants,variants.prices";
  return (await dashboard.api.get(`/admin/products?handle=${handle}&expand=${expand}`)).body.products[0];
};

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Description", exact: true });

const focused = (field: Locator) => field.and(field.page().locator(":focus")).waitFor();

/** Into the field with the caret, as from a text processor or another page. */
const paste = (page: Page, html: string) =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", ${JSON.stringify(html)});
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()`,
  );

async function saveAndWait(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
}

const isTooWide = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

describe("the presentation of a product", () => {
  it("is edited with the product: formatting, search engines, what pictures show, a picture of a variant", async () => {
    const before = await find("skerry-sailing-jacket");
    const page = await dashboard.open(`/products/${before.id}`);
    const editor = editorOf(page);
    await editor.getByText(before.description!.slice(0, 30)).waitFor();
    await editor.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Care");
    await page.getByRole("button", { name: "Heading", exact: true }).click();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Wash ");
    await page.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("cold");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.getByRole("button", { name: "Link", exact: true }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Set the link" }).click();
    await page.getByText("An address begins with").waitFor();
    await page.getByRole("textbox", { name: "Address" }).fill("https://example.com/care");
    await page.keyboard.press("Enter");
    await page.getByLabel("Title for search engines").fill("A jacket for storms");
    await page
      .getByRole("region", { name: "How a result may look" })
      .getByText("A jacket for storms")
      .waitFor();
    await page.getByLabel("What picture 1 shows").fill("A sailor in a yellow jacket");
    const variant = before.variants[0]!;
    await page.getByRole("button", { name: variant.title, exact: true }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Picture 1" }).check();
    await checkBothScreens(page);
    await page.keyboard.press("Escape");
    await checkBothScreens(page);
    await saveAndWait(page);
    const after = await find("skerry-sailing-jacket");
    expect(after.description).toBe("Care\n\nWash cold");
    expect(after.presentation).toMatchObject({
      rich_description: expect.stringMatching(
        /^<h2>Care<\/h2><p>Wash <strong>col.*https:\/\/example.com\/care/,
      ),
      seo_title: "A jacket for storms",
      image_texts: [{ url: before.images[0]!.url, alt: "A sailor in a yellow jacket" }],
      variant_images: [{ variant_id: variant.id, url: before.images[0]!.url }],
    });
    await editorOf(page).getByRole("heading", { name: "Care" }).waitFor();
  });

  it("is written with the keyboard alone, and cleans what is pasted", async () => {
    // The policy of the page would refuse them, too.
    dashboard.allow(/Content Security Policy/);
    const { id } = await find("quayside-cap");
    const page = await dashboard.open(`/products/${id}`);
    const { keyboard } = page;
    await editorOf(page).focus();
    await keyboard.press("Control+a");
    await keyboard.press("Delete");
    await keyboard.press("Control+Alt+2");
    await keyboard.type("Care");
    await keyboard.press("Enter");
    await keyboard.press("Control+b");
    await keyboard.type("Wash");
    await keyboard.press("Control+b");
    await keyboard.press("Control+i");
    await keyboard.type(" cold");
    await keyboard.press("Control+i");
    await keyboard.press("Enter");
    await keyboard.press("Control+Shift+8");
    await keyboard.type("Wool");
    await keyboard.press("Shift+Home");
    await keyboard.press("Control+k");
    await focused(page.getByRole("textbox", { name: "Address" }));
    await keyboard.type("https://example.com/wool");
    await keyboard.press("Enter");
    await focused(editorOf(page));
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await paste(
      page,
      `<p style="color:red" onclick="alert(1)" class="MsoNormal"><font size="7">Linen</font></p>
       <script>alert(1)</script><img src="https://example.com/x.png"><a href="javascript:alert(1)">bad</a>`,
    );
    await checkBothScreens(page);
    await saveAndWait(page);
    const { rich_description: html } = (await find("quayside-cap")).presentation!;
    expect(html).toContain("<h2>Care</h2><p><strong>Wash</strong><em> cold</em></p><ul><li><p><a ");
    expect(html).toMatch(/<a [^>]*href="https:\/\/example.com\/wool"[^>]*>Wool<\/a><\/p><\/li><\/ul>/);
    expect(html).toMatch(/<p>Linen<\/p>.*bad/);
    expect(html).not.toMatch(/style|onclick|class|font|script|img/);
  });

  it("shows a plain description that a client of v1 wrote later", async () => {
    const { id } = await find("lookout-watch-cap");
    await dashboard.api.post(`/admin/products/${id}/presentation`, { rich_description: "<p>Formatted</p>" });
    await dashboard.api.post(`/admin/products/${id}`, { description: "Plain <b>text</b>" });
    const page = await dashboard.open(`/products/${id}`, { width: 390 });
    await editorOf(page).getByText("Plain <b>text</b>").waitFor();
    expect(await isTooWide(page)).toBe(false);
    await checkBothScreens(page);
  });

  it("is there from the beginning for a new product, in German too", async () => {
    const page = await dashboard.open("/products/new", { locale: "de-DE" });
    await page.getByRole("textbox", { name: "Titel", exact: true }).fill("Rich hat");
    await page.getByRole("textbox", { name: "Beschreibung", exact: true }).click();
    await page.getByRole("button", { name: "Liste", exact: true }).click();
    await page.keyboard.type("Wolle");
    await page.getByLabel("Beschreibung für Suchmaschinen").fill("Ein Hut");
    await page.getByRole("button", { name: "Produkt anlegen" }).click();
    await page.getByRole("heading", { name: "Rich hat", level: 1 }).waitFor();
    await until(async () => (await find("rich-hat")).presentation !== null);
    const stored = await find("rich-hat");
    expect(stored.description).toBe("- Wolle");
    expect(stored.presentation).toMatchObject({
      rich_description: "<ul><li><p>Wolle</p></li></ul>",
      seo_description: "Ein Hut",
    });
  });
});

describe("a variant", () => {
  it("is duplicated with its prices, without codes and stock, once another value is chosen", async () => {
    const before = await find("foghorn-smock");
    const original = before.variants[0]!;
    const page = await dashboard.open(`/products/${before.id}`);
    await page.getByRole("button", { name: `Duplicate ${original.title}`, exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("SKU").waitFor();
    expect(await drawer.getByLabel("SKU").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    // The copy has the values of the original: the server refuses it, and the form says which variant.
    dashboard.allow(/status of 4/);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: `${original.title} (copy)` })
      .waitFor();
    await page.getByRole("button", { name: `${original.title} (copy)`, exact: true }).click();
    await drawer.getByLabel("Size").fill("5XL");
    await checkBothScreens(page);
    await page.keyboard.press("Escape");
    await saveAndWait(page);
    const copy = (await find("foghorn-smock")).variants.find(({ title }) => title.endsWith("(copy)"))!;
    expect(copy).toMatchObject({ sku: null, inventory_quantity: 0 });
    expect(copy.prices.length).toBe(original.prices.length);
  });
});
