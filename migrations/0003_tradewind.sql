-- What Tradewind adds: columns and indexes on the tables of v1, then its own tables in a schema of their own.
-- Search is in 0004_search_and_positions.sql, what the caches need in 0005_change_tracking.sql.

-- ====================================================================================================
-- Columns on tables of v1
-- ====================================================================================================

-- Images of a product are shown in the order in which they were sent.
alter table product_images add column position integer not null default 0;

-- Of the returned pieces of a line, those that had not been packed: they are not sent any more.
alter table line_item add column returned_unsent integer not null default 0;

-- Of a payment that is not captured yet, the amount that is not to be captured: it is owed for goods that were returned.
alter table payment add column amount_waived integer not null default 0;

-- ====================================================================================================
-- Indexes on tables of v1
-- ====================================================================================================

-- Foreign keys: the rows that refer to a row are found without a scan, also when that row is deleted.
create index idx_batch_job_created_by on batch_job (created_by);
create index idx_discount_parent_discount_id on discount (parent_discount_id);
create index idx_fulfillment_item_item_id on fulfillment_item (item_id);
create index idx_line_item_original_item_id on line_item (original_item_id) where original_item_id is not null;
create index idx_money_amount_price_list_id on money_amount (price_list_id);
create index idx_notification_parent_id on notification (parent_id);
create index idx_notification_provider_id on notification (provider_id);
create index idx_order_item_change_original_line_item_id on order_item_change (original_line_item_id);
create index idx_order_sales_channel_id on "order" (sales_channel_id);
create index idx_product_collection_id on product (collection_id);
create index idx_product_option_product_id on product_option (product_id);
create index idx_product_type_id on product (type_id);
create index idx_region_tax_provider_id on region (tax_provider_id);
create index idx_return_item_item_id on return_item (item_id);
create index idx_return_item_reason_id on return_item (reason_id);
create index idx_return_reason_parent_return_reason_id on return_reason (parent_return_reason_id);
create index idx_store_default_currency_code on store (default_currency_code);
create index idx_swap_shipping_address_id on swap (shipping_address_id);
create index idx_tax_rate_region_id on tax_rate (region_id);
create index idx_tracking_link_fulfillment_id on tracking_link (fulfillment_id);

-- The lines of an order edit: those that it adds have no original, so the index of v1 does not have them.
create index idx_line_item_order_edit_id on line_item (order_edit_id) where order_edit_id is not null;

-- Every request with an API token looks up its user by it.
-- Not unique: in v1 two users may have the same token, and such a database can be taken over as it is.
create index idx_user_api_token on "user" (api_token) where api_token is not null and deleted_at is null;

-- Every request of a storefront looks up the channels of its key; the primary key begins with the channel.
create index idx_publishable_api_key_sales_channel_key on publishable_api_key_sales_channel (publishable_key_id);

-- Emails are compared without regard to capitals; rows that other programs wrote may have some.
create index customer_account_email_lower on customer (lower(email)) where has_account and deleted_at is null;

create index idx_analytics_config_user_id on analytics_config (user_id) where deleted_at is null;

-- Whether a provider has already sent a notification for an event.
create index idx_notification_event_id on notification ((data ->> 'event_id')) where data ? 'event_id';

-- Which batch jobs use a file, and which one made it: an imported file is removed when no other job needs it.
-- Hash indexes, because the keys that clients send may be longer than a b-tree takes.
create index idx_batch_job_imported_file on batch_job using hash ((context ->> 'fileKey')) where completed_at is null;
create index idx_batch_job_made_file on batch_job using hash ((result ->> 'file_key'));

-- From one side of a link to the other without reading the table.
create index idx_product_sales_channel_both on product_sales_channel (sales_channel_id, product_id);
create index idx_product_tags_both on product_tags (product_tag_id, product_id);

-- Types, tags and images are found by their text, which may be longer than a b-tree takes.
create index idx_product_type_value on product_type using hash (value) where deleted_at is null;
create index idx_product_tag_value on product_tag using hash (value) where deleted_at is null;
create index idx_image_url on image using hash (url) where deleted_at is null;

-- The variants of a product in their order.
create index idx_product_variant_product_rank on product_variant (product_id, variant_rank, id);

-- Lists. They take as long with a million rows as with ten.

-- Products, newest first: all, those of a status, those of a collection; and by the time of their last change.
create index idx_product_newest on product (created_at desc, id desc) where deleted_at is null;
create index idx_product_status_newest on product (status, created_at desc, id desc) where deleted_at is null;
create index idx_product_collection_newest on product (collection_id, created_at desc, id desc) where deleted_at is null;
create index idx_product_updated_at on product (updated_at desc, id desc) where deleted_at is null;
create index idx_product_variant_newest on product_variant (created_at desc, id desc) where deleted_at is null;

-- Products of the storefront: the published ones, newest first, and whether one is published without reading the table.
create index idx_product_published_newest
  on product (created_at desc, id desc) where deleted_at is null and status = 'published';
create index idx_product_published on product (id) where deleted_at is null and status = 'published';

-- Products by title. A title may be longer than an index takes.
create index idx_product_title_beginning on product (left(title, 250), id) where deleted_at is null;

-- Orders, newest first: all, those of a customer, those in a state.
create index idx_order_newest on "order" (created_at desc, id desc);
create index idx_order_customer_newest on "order" (customer_id, created_at desc, id desc);
create index idx_order_email_newest on "order" (email, created_at desc, id desc);
create index idx_order_status_newest on "order" (status, created_at desc, id desc);
create index idx_order_payment_status_newest on "order" (payment_status, created_at desc, id desc);
create index idx_order_fulfillment_status_newest on "order" (fulfillment_status, created_at desc, id desc);
create index idx_order_updated_at on "order" (updated_at desc, id desc);
create index idx_order_canceled_at on "order" (canceled_at) where canceled_at is not null;

-- Others, newest first.
create index idx_batch_job_newest on batch_job (created_by, created_at desc, id desc) where deleted_at is null;
create index idx_discount_newest on discount (created_at desc, id desc) where deleted_at is null;
create index idx_draft_order_created_at on draft_order (created_at, id);
create index idx_gift_card_newest on gift_card (created_at desc, id desc) where deleted_at is null;
create index idx_order_edit_newest on order_edit (created_at desc, id desc);
create index idx_return_newest on "return" (created_at desc, id desc);
create index idx_return_status_newest on "return" (status, created_at desc, id desc);
create index idx_swap_newest on swap (created_at desc, id desc) where deleted_at is null;

-- ====================================================================================================
-- Sessions, limits, settings
-- ====================================================================================================

-- The migration runner may have created the schema already, for its own list of applied files.
create schema if not exists tradewind;

-- A login of a user, a customer, or both in one browser. Only the hash of the token is stored.
create table tradewind.session (
  token_hash bytea primary key,
  user_id text,
  customer_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint fk_session_user_id foreign key (user_id) references public."user" (id) on delete cascade,
  constraint fk_session_customer_id foreign key (customer_id) references public.customer (id) on delete cascade
);
create index idx_session_user_id on tradewind.session (user_id);
create index idx_session_customer_id on tradewind.session (customer_id);
create index idx_session_expires_at on tradewind.session (expires_at);

-- Failed attempts by address and by account, shared by all processes.
create table tradewind.rate_limit (
  key text primary key,
  hits int not null,
  window_ends_at timestamptz not null
);
create index idx_rate_limit_window_ends_at on tradewind.rate_limit (window_ends_at);

-- Tokens of connected applications: not in public.oauth, whose rows the API shows.
create table tradewind.oauth_token (
  application_name text primary key,
  data jsonb not null,
  updated_at timestamptz not null default now()
);

-- Values that all processes must agree on, such as generated secrets.
create table tradewind.setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The first answer to a request with an Idempotency-Key, stored to be sent again.
create table tradewind.idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  state text not null,
  status int,
  headers jsonb,
  body text,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  -- Which attempt holds the key: an attempt that was given up must not commit after another has replaced it.
  owner text,
  primary key (scope, key),
  constraint ck_idempotency_state check (state in ('started', 'applied', 'finished'))
);
create index idx_idempotency_created_at on tradewind.idempotency (created_at);

-- ====================================================================================================
-- Events, webhooks, the audit log
-- ====================================================================================================

-- Everything that happened, written in the transaction of the change itself.
-- seq is taken before the commit, so a smaller seq may become visible after a larger one. Readers therefore read in the
-- order of (tx, seq) and only up to pg_snapshot_xmin(pg_current_snapshot()): below that no transaction is open.
create table tradewind.event (
  seq bigint generated always as identity primary key,
  id text not null,
  name text not null,
  entity_id text,
  data jsonb not null,
  tx xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz not null default now(),
  -- Whose request caused it. Both are null for visitors, and for work that no request asked for.
  user_id text,
  customer_id text,
  constraint uq_event_id unique (id)
);
create index idx_event_tx_seq on tradewind.event (tx, seq);
create index idx_event_entity_id_seq on tradewind.event (entity_id, seq);
create index idx_event_name_seq on tradewind.event (name, seq);

-- Lists of events by area (`order.*`) and by time.
create index idx_event_area_seq on tradewind.event (split_part(name, '.', 1), seq);
create index idx_event_occurred_at on tradewind.event using brin (occurred_at);

-- How far each subscriber has read the events, and when it tries again after a failure.
create table tradewind.event_cursor (
  subscriber text primary key,
  tx xid8 not null,
  seq bigint not null,
  attempts int not null default 0,
  retry_at timestamptz,
  last_error text,
  updated_at timestamptz not null default now(),
  -- A new subscriber starts with what is committed after it. Its cursor starts at the oldest transaction that was open
  -- then; what was already committed beside that one is excluded by this snapshot, until the cursor has passed it.
  begun pg_snapshot
);

-- Events that a subscriber could not handle yet, and those of the same entity that wait behind them. The cursor of the
-- subscriber has passed them; everything else is delivered.
create table tradewind.event_parked (
  subscriber text not null,
  -- The order is preserved within this: the entity of the event, or the event itself where it has none.
  entity text not null,
  tx xid8 not null,
  seq bigint not null references tradewind.event (seq) on delete cascade,
  attempts int not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  parked_at timestamptz not null default now(),
  primary key (subscriber, entity, tx, seq)
);
create index idx_event_parked_seq on tradewind.event_parked (seq);

-- Addresses outside that events are sent to. How far each has come is in tradewind.event_cursor.
create table tradewind.webhook (
  id text primary key,
  url text not null,
  description text,
  events text[] not null,
  is_active boolean not null default true,
  -- Since when every attempt has failed, and how many there were.
  failing_since timestamptz,
  failures int not null default 0,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The keys that sign the messages: not in tradewind.webhook, whose rows the API shows.
create table tradewind.webhook_secret (
  webhook_id text primary key,
  secret text not null,
  -- The secret before signs too, so that its holder has time to change to the new one.
  previous_secret text,
  previous_until timestamptz,
  updated_at timestamptz not null default now(),
  constraint fk_webhook_secret_webhook_id foreign key (webhook_id) references tradewind.webhook (id) on delete cascade
);

-- One event for one webhook. An event that is sent again by hand has a delivery for each time.
create table tradewind.webhook_delivery (
  id text primary key,
  webhook_id text not null,
  event_seq bigint not null,
  event_id text not null,
  event_name text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  -- Null when nothing is left to do. While a process tries, the time after which that process counts as dead.
  next_try_at timestamptz,
  give_up_at timestamptz not null,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  response_status int,
  response_body text,
  error text,
  duration int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_webhook_delivery_webhook_id foreign key (webhook_id) references tradewind.webhook (id) on delete cascade,
  constraint ck_webhook_delivery_status check (status in ('pending', 'retrying', 'delivered', 'dead'))
);
create index idx_webhook_delivery_due on tradewind.webhook_delivery (webhook_id, next_try_at, id)
  where next_try_at is not null;
create index idx_webhook_delivery_created_at on tradewind.webhook_delivery (webhook_id, created_at, id);
create index idx_webhook_delivery_status on tradewind.webhook_delivery (webhook_id, status, created_at, id);

-- What users have changed: one entry for each request that changed something, written in the transaction of its change.
create table tradewind.audit_entry (
  id text primary key,
  seq bigint generated always as identity,
  occurred_at timestamptz not null default now(),
  user_id text not null,
  request_id text not null,
  method text not null,
  path text not null,
  ip text,
  -- As it was sent, without secrets.
  body jsonb
);
create unique index uq_audit_entry_request_id on tradewind.audit_entry (request_id, method, path);
create index idx_audit_entry_seq on tradewind.audit_entry (seq);
create index idx_audit_entry_user_id_seq on tradewind.audit_entry (user_id, seq);

-- ====================================================================================================
-- Payments, taxes, carriers, stock
-- ====================================================================================================

-- What payment services are asked to do: written before the service is asked, so that a crash in between is found and
-- the work finished.
create table tradewind.payment_operation (
  id text primary key,
  kind text not null,
  payment_id varchar not null,
  order_id varchar,
  amount integer not null,
  -- The reason in the business, e.g. `return:ret_01…`. The same purpose moves the money of a payment only once.
  purpose text not null,
  -- Of a refund: how it is booked.
  refund_id varchar,
  is_of_payment boolean not null default false,
  reason text,
  note text,
  no_notification boolean,
  -- The caller and its Idempotency-Key: the same request never pays twice.
  request text,
  state text not null default 'begun',
  -- Until then one process is asking the payment service; after it any process may ask again.
  claimed_until timestamptz not null,
  attempts integer not null default 1,
  next_try_at timestamptz not null,
  -- Why it was not done, or why it is not known whether it was.
  refusal text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_payment_operation_payment_id foreign key (payment_id) references public.payment (id) on delete cascade,
  constraint ck_payment_operation_kind check (kind in ('capture', 'refund', 'cancel')),
  constraint ck_payment_operation_state check (state in ('begun', 'done', 'refused')),
  constraint ck_payment_operation_amount check (amount >= 0)
);
-- One at a time for each payment: the data that the service returns is sent with the next one.
create unique index uq_payment_operation_under_way on tradewind.payment_operation (payment_id) where state = 'begun';
create unique index uq_payment_operation_purpose on tradewind.payment_operation (kind, purpose, payment_id)
  where state <> 'refused';
create index idx_payment_operation_payment_id on tradewind.payment_operation (payment_id);
create index idx_payment_operation_order_id on tradewind.payment_operation (order_id);
create index idx_payment_operation_purpose on tradewind.payment_operation (purpose);
create index idx_payment_operation_refund_id on tradewind.payment_operation (refund_id) where refund_id is not null;
create index idx_payment_operation_due on tradewind.payment_operation (next_try_at) where state = 'begun';

-- The answer of a tax service for a cart, valid as long as the cart has the same content.
create table tradewind.tax_answer (
  cart_id varchar primary key references public.cart (id) on delete cascade,
  -- A digest of everything that was sent to the service.
  content text not null,
  lines jsonb not null,
  created_at timestamptz not null default now()
);

-- What a carrier is being asked about fulfillments: written before it is asked, deleted when the answer is stored. What
-- a crash leaves is finished by any process after the lease has ended.
create table tradewind.carrier_call (
  id varchar primary key,
  order_id varchar not null,
  kind text not null,
  fulfillment_ids text[] not null,
  -- What is sent to the carrier, and the state before.
  details jsonb not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  constraint fk_carrier_call_order_id foreign key (order_id) references public."order" (id) on delete cascade,
  constraint ck_carrier_call_kind check (kind in ('book', 'cancel'))
);
create index idx_carrier_call_order_id on tradewind.carrier_call (order_id);

-- What a fulfillment took from stock: exactly this comes back when it is canceled.
create table tradewind.fulfillment_stock (
  fulfillment_id varchar not null,
  line_item_id varchar not null,
  inventory_item_id varchar not null,
  location_id varchar not null,
  -- The reservation that the pieces came from; null for pieces that were not reserved.
  reservation_id varchar,
  stocked integer not null,
  reserved integer not null,
  constraint fk_fulfillment_stock_fulfillment_id foreign key (fulfillment_id)
    references public.fulfillment (id) on delete cascade
);
create index idx_fulfillment_stock_fulfillment_id on tradewind.fulfillment_stock (fulfillment_id);

-- Stock that is held for carts while they are being paid.
create table tradewind.stock_hold (
  cart_id varchar not null references public.cart (id) on delete cascade,
  -- An inventory level, or a variant where the variant's own quantity counts.
  stock_id varchar not null,
  quantity integer not null check (quantity > 0),
  -- After this the hold has no effect, whether the row is still there or not.
  expires_at timestamptz not null,
  primary key (cart_id, stock_id)
);
create index idx_stock_hold_stock_id on tradewind.stock_hold (stock_id);
create index idx_stock_hold_expires_at on tradewind.stock_hold (expires_at);

-- Fails the statement that takes stock unless it took all that was wanted. So the caller need not wait for the answer
-- before it sends the next statements of the transaction.
create function tradewind.assert_stock_taken(wanted text[], taken text[]) returns void language plpgsql as $$
declare
  missing text;
begin
  if cardinality(wanted) > cardinality(taken) then
    select id into missing from unnest(wanted) id where id <> all(taken) limit 1;
    raise exception 'not enough stock' using errcode = 'check_violation', detail = missing;
  end if;
end $$;

-- ====================================================================================================
-- Jobs
-- ====================================================================================================

-- Processes that run jobs, and when each was last seen: jobs that a dead one left locked are given to others.
create table tradewind.job_worker (
  id text primary key,
  seen_at timestamptz not null default now()
);

-- Which run works on a batch job. After a crash a new run replaces it; the old one, should it still be alive, sees that
-- it has been replaced and stops.
create table tradewind.batch_run (
  job_id varchar primary key references public.batch_job (id) on delete cascade,
  run_id text not null,
  started_at timestamptz not null default now()
);
