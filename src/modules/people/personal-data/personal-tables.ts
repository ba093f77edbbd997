import { addressTexts } from "../../../kernel/address.ts";

/** A table with data of a person: which rows are theirs, and what an erasure writes into them. */
export interface PersonalTable {
  table: string;
  /** On `row` and `subject`, which has arrays: customers, emails, orders, carts, addresses, ids (of everything that is theirs). */
  where: string;
  /** The new values by column, as SQL; or the rows are deleted. */
  erase: Readonly<Record<string, string>> | "delete";
  /** Columns that an export leaves out: they are secrets, not data about the person. */
  secret?: readonly string[];
}

const placeholder = (customerId: string) => `'erased-' || lower(${customerId}) || '@erased.invalid'`;
const emptied = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, "null"]));
/** Also empties columns that a shop has added. */
export const withEmptied = (target: PersonalTable, columns: readonly string[]): PersonalTable =>
  target.erase === "delete" || columns.length === 0
    ? target
    : { ...target, erase: { ...target.erase, ...emptied(...columns.map((name) => `"${name}"`)) } };

const isIn = (column: string, list: string) => `row.${column} = any(subject.${list})`;
const ofOrder = isIn("order_id", "orders");
const ofAny = (...columns: string[]) => columns.map((column) => isIn(column, "ids")).join(" or ");

const onlyTheirs = (links: string, column: string, list: string) =>
  `exists (select from ${links} link where link.tag_id = row.id and link.${column} = any(subject.${list}))
    and not exists (select from ${links} link where link.tag_id = row.id and link.${column} <> all(subject.${list}))`;

/** What a later refund needs, and nothing about the payer. */
const paymentData = `jsonb_strip_nulls(jsonb_build_object(${["id", "status", "amount", "currency"]
  .map((key) => `'${key}', row.data -> '${key}'`)
  .join(", ")}))`;

/** A paper without the free texts that its order and its refund lose. Titles of lines that are in no catalogue are such texts. */
const paperContent = `row.content || jsonb_build_object(
  'lines', (select coalesce(jsonb_agg(case when line ->> 'title' in (select title from line_item
      where order_id = row.order_id and variant_id is null)
    then line || '{"title": "Custom item", "description": null}' else line end order by place), '[]')
    from jsonb_array_elements(row.content -> 'lines') with ordinality printed (line, place)),
  'credit', case when jsonb_typeof(row.content -> 'credit') = 'object' then row.content -> 'credit' || '{"note": null}' end)`;

/**
 * Every table of the shop with data of customers, in the lock order of docs/architecture.md. Amounts, quantities, dates, products and
 * countries stay: bookkeeping needs them. Logs and files are in `personal-logs-store.ts`.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    table: "cart",
    where: isIn("id", "carts"),
    erase: {
      email: `case when row.email is not null then ${placeholder("coalesce(row.customer_id, row.id)")} end`,
      ...emptied("metadata", "context", "custom_fields"),
    },
  },
  {
    table: "order",
    where: isIn("id", "orders"),
    erase: { email: placeholder("row.customer_id"), ...emptied("metadata", "custom_fields") },
  },
  { table: "draft_order", where: ofAny("id"), erase: emptied("metadata") },
  { table: "payment_collection", where: ofAny("id"), erase: emptied("metadata", "description") },
  { table: "payment", where: ofAny("id"), erase: { data: paymentData, ...emptied("metadata") } },
  {
    table: "payment_session",
    where: ofAny("id"),
    erase: { data: "'{}'" },
    secret: ["data"],
  },
  { table: "refund", where: `${ofOrder} or ${ofAny("payment_id")}`, erase: emptied("note", "metadata") },
  { table: "gift_card", where: ofOrder, erase: emptied("metadata"), secret: ["code"] },
  // Before the lines: it is found by their titles.
  { table: "tradewind.order_paper", where: ofOrder, erase: { content: paperContent } },
  {
    table: "line_item",
    where: ofAny("id"),
    // The title of a line that is not in the catalogue is a free text, such as an engraving.
    erase: {
      title: "case when row.variant_id is null then 'Custom item' else row.title end",
      description: "case when row.variant_id is not null then row.description end",
      ...emptied("metadata", "custom_fields"),
    },
  },
  { table: "shipping_method", where: ofAny("id"), erase: { data: "'{}'" } },
  {
    table: "line_item_tax_line",
    where: ofAny("item_id"),
    erase: emptied("metadata"),
  },
  {
    table: "line_item_adjustment",
    where: ofAny("item_id"),
    erase: emptied("metadata"),
  },
  {
    table: "shipping_method_tax_line",
    where: ofAny("shipping_method_id"),
    erase: emptied("metadata"),
  },
  { table: "reservation_item", where: ofAny("line_item_id"), erase: emptied("description", "metadata") },
  { table: "custom_shipping_option", where: isIn("cart_id", "carts"), erase: emptied("metadata") },
  {
    table: "fulfillment",
    where: ofAny("id"),
    erase: { data: "'{}'", tracking_numbers: "'[]'", ...emptied("metadata") },
  },
  {
    table: "tracking_link",
    where: ofAny("fulfillment_id"),
    erase: { tracking_number: "'erased'", ...emptied("url", "metadata") },
  },
  { table: "return", where: ofAny("id"), erase: emptied("shipping_data", "metadata") },
  { table: "return_item", where: ofAny("return_id"), erase: emptied("note", "metadata") },
  { table: "swap", where: ofAny("id"), erase: emptied("metadata") },
  { table: "claim_order", where: ofAny("id"), erase: emptied("metadata") },
  { table: "claim_item", where: ofAny("claim_order_id"), erase: emptied("note", "metadata") },
  {
    table: "claim_image",
    where: "row.claim_item_id in (select id from claim_item where claim_order_id = any(subject.ids))",
    erase: "delete",
  },
  { table: "order_edit", where: ofAny("id"), erase: emptied("internal_note", "declined_reason") },
  {
    table: "note",
    where: ofAny("resource_id"),
    erase: { value: "'[erased]'", ...emptied("metadata") },
  },
  {
    table: "notification",
    where: `${ofAny("resource_id")} or ${isIn("customer_id", "customers")} or lower(row."to") = any(subject.emails)`,
    erase: { '"to"': placeholder("coalesce(row.customer_id, row.id)"), data: "'{}'" },
  },
  {
    table: "tradewind.mail",
    where: `${ofAny("resource_id")} or ${ofOrder} or ${isIn("customer_id", "customers")} or lower(row.recipient) = any(subject.emails)`,
    erase: { recipient: placeholder("coalesce(row.customer_id, row.id)"), ...emptied("error") },
  },
  {
    table: "tradewind.payment_operation",
    where: ofOrder,
    erase: emptied("note", "refusal", "request"),
    secret: ["request"],
  },
  { table: "tradewind.tax_answer", where: isIn("cart_id", "carts"), erase: "delete" },
  {
    table: "tradewind.session",
    where: isIn("customer_id", "customers"),
    erase: "delete",
    secret: ["token_hash"],
  },
  // A tag is a free text: one that only this person has is about them.
  {
    table: "tradewind.order_tag",
    where: onlyTheirs("tradewind.tagged_order", "order_id", "orders"),
    erase: "delete",
  },
  {
    table: "tradewind.customer_tag",
    where: onlyTheirs("tradewind.tagged_customer", "customer_id", "customers"),
    erase: "delete",
  },
  { table: "tradewind.tagged_order", where: ofOrder, erase: "delete" },
  { table: "tradewind.tagged_customer", where: isIn("customer_id", "customers"), erase: "delete" },
  { table: "tradewind.consent_entry", where: isIn("customer_id", "customers"), erase: "delete" },
  { table: "tradewind.consent", where: isIn("customer_id", "customers"), erase: "delete" },
  // A list that a user has searched for the person.
  {
    table: "tradewind.saved_view",
    where: `exists (select from unnest(subject.emails) known (email)
      where strpos(lower(row.name || row.search::text), known.email) > 0)`,
    erase: "delete",
  },
  { table: "customer_group_customers", where: isIn("customer_id", "customers"), erase: "delete" },
  {
    table: "customer",
    where: isIn("id", "customers"),
    erase: {
      email: placeholder("row.id"),
      has_account: "false",
      ...emptied("first_name", "last_name", "phone", "password_hash", "metadata", "custom_fields"),
    },
    secret: ["password_hash"],
  },
  {
    table: "address",
    where: isIn("id", "addresses"),
    // Taxes depend on the country.
    erase: emptied(...addressTexts.filter((name) => name !== "country_code"), "metadata"),
  },
];
