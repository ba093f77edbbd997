import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { confirmed, csv, imported, rehearsed } from "../support/factories/batch-imports.ts";
import { aJob, contentOf, endedJob, exported, jobThatIs } from "../support/factories/batch-jobs.ts";
import { aCustomer, aGroup, aGuest } from "../support/factories/customers.ts";
import { aCode, aDiscount, aDynamicCode, discountRows } from "../support/factories/discounts.ts";
import { aEuroRegion, aPriceList, dollars, readList } from "../support/factories/price-lists.ts";
import { aShirt, aWord } from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

const refused = async (type: string, context: Record<string, unknown>) => {
  const { status, body } = await shop.admin.post("/admin/batch-jobs", { type, context });
  return [status, body.type, body.message];
};

describe("a price list import", () => {
  const type = "price-list-import";

  async function aListOfTwo() {
    const word = aWord();
    const { variants } = await aShirt(shop, {
      variants: [
        { title: "S", sku: `${word}-s`, prices: [], options: [{ value: "S" }, { value: "red" }] },
        { title: "L", sku: `${word}-l`, prices: [], options: [{ value: "L" }, { value: "red" }] },
      ],
    });
    const [small, large] = variants;
    const list = await aPriceList(shop, { prices: [dollars(small!.id, 100), dollars(large!.id, 200)] });
    return { word, small: small!, large: large!, list, context: { price_list_id: list.id } };
  }

  const shownPrices = async (listId: string) => {
    const { prices } = await readList(shop, listId);
    return prices.map(({ amount, currency_code, region_id }) => [amount, region_id ?? currency_code]).sort();
  };

  it("gives the list the prices of the file, and no others", async () => {
    const { word, small, list, context } = await aListOfTwo();
    const region = await aEuroRegion(shop);
    const name = `Price ${region.name} [EUR]`;
    const content = csv([
      { "Product Variant ID": small.id, SKU: "", "Price USD": "1.5", [name]: "2" },
      { "Product Variant ID": "", SKU: `${word}-l`, "Price USD": "", [name]: "" },
    ]);
    const job = await imported(shop, content, { type, context });
    expect(job).toMatchObject({
      status: "completed",
      result: {
        count: 2,
        advancement_count: 2,
        operations: { PRICE_LIST_PRICE_CREATE: 2 },
        refused_count: 0,
      },
    });
    expect(await shownPrices(list.id)).toEqual([
      [150, "usd"],
      [200, region.id],
    ]);
    expect((await announced(shop.db, "price-list.updated")).at(-1)).toEqual({ id: list.id });
  });

  it("removes the prices of variants that are not in the file", async () => {
    const { word, list, context } = await aListOfTwo();
    await imported(shop, csv([{ SKU: `${word}-s`, "Price USD": "3" }], { delimiter: "," }), {
      type,
      context,
    });
    expect(await shownPrices(list.id)).toEqual([[300, "usd"]]);
  });

  it("reports rows that are wrong, also in a rehearsal, which changes nothing", async () => {
    const { word, list, context } = await aListOfTwo();
    const lines = [
      { "Product Variant ID": "variant_nothing", SKU: "", "Price USD": "1" },
      { "Product Variant ID": "", SKU: "nothing", "Price USD": "1" },
      { "Product Variant ID": "", SKU: "", "Price USD": "1" },
      { "Product Variant ID": "", SKU: `${word}-s`, "Price USD": "one" },
      { "Product Variant ID": "", SKU: `${word}-l`, "Price USD": "7" },
    ];
    const rehearsal = await rehearsed(shop, csv(lines), { type, context });
    expect(rehearsal.result.stat_descriptors).toEqual([
      { key: "price-list-import-count", name: "PriceList to import", message: "1 prices will be added" },
    ]);
    expect(await shownPrices(list.id)).toEqual([
      [100, "usd"],
      [200, "usd"],
    ]);
    const { result } = await confirmed(shop, rehearsal.id);
    expect(result.errors).toEqual(rehearsal.result.errors);
    expect(result.errors.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual(
      [
        [2, "There is no variant with the id variant_nothing"],
        [3, "There is no variant with the SKU nothing"],
        [4, "Product Variant ID or SKU is required"],
        [5, expect.stringContaining("Price USD must be an amount")],
      ],
    );
    expect(await shownPrices(list.id)).toEqual([[700, "usd"]]);
  });

  it("leaves the list as it is when no row of the file could be imported", async () => {
    const { list, context } = await aListOfTwo();
    const { status } = await imported(shop, csv([{ SKU: "nothing", "Price USD": "3" }]), { type, context });
    expect(status).toBe("completed");
    expect(await shownPrices(list.id)).toHaveLength(2);
  });

  it("needs a list that is there, and a file", async () => {
    const { list } = await aListOfTwo();
    expect(await refused(type, { fileKey: "x.csv" })).toEqual([
      400,
      "invalid_data",
      "Price list id is required",
    ]);
    expect(await refused(type, { fileKey: "x.csv", price_list_id: "pl_unknown" })).toEqual([
      404,
      "not_found",
      "Price list with id: pl_unknown was not found",
    ]);
    expect((await refused(type, { price_list_id: list.id }))[0]).toBe(400);
  });

  it("fails with a wrong header, and when the price list was deleted before the import", async () => {
    const { list, context, word } = await aListOfTwo();
    const failure = async (content: string) => {
      const { status, result } = await imported(shop, content, { type, context });
      return [status, result.errors[0].message];
    };
    expect(await failure("Price USD\n1")).toEqual([
      "failed",
      'The file has no column "Product Variant ID" or "SKU"',
    ]);
    expect(await failure("SKU;Colour\n1;2")).toEqual(["failed", 'The file has an unknown column "Colour"']);
    expect(await shownPrices(list.id)).toHaveLength(2);
    const rehearsal = await rehearsed(shop, csv([{ SKU: `${word}-s`, "Price USD": 1 }]), { type, context });
    await shop.admin.delete(`/admin/price-lists/${list.id}`);
    const { status, result } = await confirmed(shop, rehearsal.id);
    expect([status, result.errors[0].message]).toEqual([
      "failed",
      `Price list with id: ${list.id} was not found`,
    ]);
  });
});

describe("a customer import", () => {
  const type = "customer-import";
  const customerRows = () =>
    shop.db.run({
      text: `select to_jsonb(customer) - 'updated_at' as row, array(select customer_group_id::text
        from customer_group_customers where customer_id = customer.id order by 1) as groups from customer order by id`,
      values: [],
    });
  const byEmail = async (email: string) =>
    shop.db.run<{ first_name: string; has_account: boolean; phone: string | null }>({
      text: "select first_name, has_account, phone from customer where email = $1",
      values: [email],
    });

  it("makes guests, and changes customers that are there", async () => {
    const word = aWord();
    const group = await aGroup(shop, `Friends ${word}`);
    const known = await aCustomer(shop, { email: `known-${word}@example.com` });
    const job = await imported(
      shop,
      csv([
        { Email: `New-${word}@Example.com`, "First Name": "Ada", Phone: "1", Groups: group.name },
        { Email: known.email, "First Name": "Grace", Phone: "", Groups: "" },
        { Email: `new-${word}@example.com`, "First Name": "Ada again", Phone: "2", Groups: group.name },
      ]),
      { type },
    );
    expect(job.result).toMatchObject({
      count: 3,
      refused_count: 0,
      operations: { CUSTOMER_CREATE: 1, CUSTOMER_UPDATE: 2 },
    });
    expect(await byEmail(`new-${word}@example.com`)).toEqual([
      { first_name: "Ada again", has_account: false, phone: "2" },
    ]);
    expect(await byEmail(known.email)).toEqual([{ first_name: "Grace", has_account: true, phone: null }]);
    const { body } = await shop.admin.get(`/admin/customer-groups/${group.id}/customers`);
    expect(body.customers.map(({ email }: { email: string }) => email)).toEqual([`new-${word}@example.com`]);
    const [created] = (await announced(shop.db, "customer.created")).slice(-1);
    expect(created).toMatchObject({ email: `new-${word}@example.com` });
    expect(created).not.toHaveProperty("password_hash");
  });

  it("changes nothing when it is an export", async () => {
    const group = await aGroup(shop, `Comma, ${aWord()}`);
    const customer = await aCustomer(shop);
    await aGuest(shop, `guest-${aWord()}@example.com`);
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: customer.id }],
    });
    const { text } = await exported(shop, "customer-export");
    const before = await customerRows();
    const { status, result } = await imported(shop, text, { type });
    expect([status, result.errors, result.operations.CUSTOMER_CREATE]).toEqual(["completed", undefined, 0]);
    expect(await customerRows()).toEqual(before);
  });

  it("reports rows that are wrong, and imports the others", async () => {
    const word = aWord();
    const account = await aCustomer(shop);
    const guest = await aGuest(shop, `taken-${word}@example.com`);
    const another = await aGuest(shop, `other-${word}@example.com`);
    const lines = [
      { "Customer Id": "", Email: " ", Groups: "" },
      { "Customer Id": "", Email: "nobody", Groups: "" },
      { "Customer Id": "", Email: `a-${word}@example.com`, Groups: "Nobody's" },
      { "Customer Id": "cus_nothing", Email: `a-${word}@example.com`, Groups: "" },
      { "Customer Id": account.id, Email: `a-${word}@example.com`, Groups: "" },
      { "Customer Id": another.id, Email: guest.email, Groups: "" },
      { "Customer Id": "", Email: `good-${word}@example.com`, Groups: "" },
    ];
    const rehearsal = await rehearsed(shop, csv(lines), { type });
    expect(await byEmail(`good-${word}@example.com`)).toEqual([]);
    const { result } = await confirmed(shop, rehearsal.id);
    expect(result.errors).toEqual(rehearsal.result.errors);
    expect(result.errors.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual(
      [
        [2, "Email is required"],
        [3, 'Email must be an email, not "nobody"'],
        [4, "There is no customer group Nobody's"],
        [5, "Customer with id: cus_nothing was not found"],
        [6, "Email cannot be changed when the user has registered their account"],
        [7, "Another customer already has the given email"],
      ],
    );
    expect(result.operations).toEqual({ CUSTOMER_CREATE: 1, CUSTOMER_UPDATE: 0 });
    expect(await byEmail(`good-${word}@example.com`)).toHaveLength(1);
    expect(await byEmail(`a-${word}@example.com`)).toEqual([]);
  });

  it("fails with a wrong header", async () => {
    const failure = async (content: string) =>
      (await imported(shop, content, { type })).result.errors[0].message;
    expect(await failure("Name\nAda")).toBe('The file has an unknown column "Name"');
    expect(await failure("First Name\nAda")).toBe('The file has no column "Email"');
  });
});

describe("many discount codes", () => {
  const type = "discount-codes";

  it("are made from a dynamic discount, all of them different, and listed in a file", async () => {
    const region = await aRegion(shop);
    const parent = await aDiscount(shop, region.id, {
      is_dynamic: true,
      valid_duration: "P3D",
      usage_limit: 1,
    });
    await aDynamicCode(shop, parent.id);
    const context = { discount_id: parent.id, count: 1_200, prefix: "spring-", length: 8 };
    const { id } = await aJob(shop, type, context);
    const job = await endedJob(shop, id);
    expect(job).toMatchObject({
      status: "completed",
      result: { count: 1_200, advancement_count: 1_200, progress: 1, operations: { CODE_CREATE: 1_200 } },
    });
    const [header, ...codes] = (await contentOf(shop, job.result.file_key)).trim().split("\r\n");
    expect(header).toBe("Code");
    expect(new Set(codes).size).toBe(1_200);
    for (const code of codes) expect(code).toMatch(/^SPRING-[A-HJ-NP-Z2-9]{8}$/);
    const { body } = await shop.admin.get(`/admin/discounts/code/${codes[77]}`);
    expect(body.discount).toMatchObject({
      parent_discount_id: parent.id,
      rule_id: parent.rule_id,
      usage_limit: 1,
      is_dynamic: true,
      metadata: { batch_job_id: id },
    });
    expect(body.discount.ends_at).not.toBeNull();
  });

  it("are not made before a rehearsal is confirmed", async () => {
    const region = await aRegion(shop);
    const parent = await aDiscount(shop, region.id, { is_dynamic: true });
    const before = (await discountRows(shop))[0]!["discounts"] as number;
    const { id } = await aJob(shop, type, { discount_id: parent.id, count: 5 }, true);
    const rehearsal = await jobThatIs(shop, id, "pre_processed");
    expect(rehearsal.result.stat_descriptors[0].message).toBe("There will be 5 codes created by this action");
    expect((await discountRows(shop))[0]!["discounts"]).toBe(before);
    await confirmed(shop, id);
    expect((await discountRows(shop))[0]!["discounts"]).toBe(before + 5);
  });

  it("need a dynamic discount, and a number that the codes have room for", async () => {
    const region = await aRegion(shop);
    const plain = await aDiscount(shop, region.id);
    const parent = await aDiscount(shop, region.id, { is_dynamic: true });
    const child = await aDynamicCode(shop, parent.id, aCode());
    const before = await discountRows(shop);
    expect(await refused(type, { discount_id: "disc_nothing", count: 1 })).toEqual([
      404,
      "not_found",
      "Discount with id disc_nothing was not found",
    ]);
    for (const { id } of [plain, child]) {
      expect(await refused(type, { discount_id: id, count: 1 })).toEqual([
        400,
        "not_allowed",
        "Discount must be set to dynamic",
      ]);
    }
    const wrong: Record<string, unknown>[] = [
      {},
      { count: 0 },
      { count: 100_001 },
      { count: "1" },
      { count: 1, prefix: "a b" },
      { count: 1, length: 3 },
      { count: 100_000, length: 4 },
    ];
    for (const context of wrong) {
      expect((await refused(type, { discount_id: parent.id, ...context })).slice(0, 2)).toEqual([
        400,
        "invalid_data",
      ]);
    }
    expect(await discountRows(shop)).toEqual(before);
  });
});
