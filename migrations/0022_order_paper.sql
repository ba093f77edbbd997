-- A refund by lines: which pieces, how much of the shipping, and whether the pieces came back into stock. It is written before the
-- payment services are called, and counts unless all of them refused (tradewind.payment_operation has the result by the same key).
-- The money itself is in v1's table of refunds.
create table tradewind.line_refund (
  operation_key text primary key,
  order_id text not null,
  request text,
  amount integer not null check (amount > 0),
  shipping_amount integer not null default 0 check (shipping_amount >= 0),
  shipping_tax integer not null default 0,
  is_restocked boolean not null,
  location_id text,
  -- The return that took the pieces back. Null until then, and if they stay with the customer.
  return_id text,
  created_at timestamptz not null default now(),
  constraint fk_line_refund_order_id foreign key (order_id) references public."order" (id) on delete cascade
);
create index idx_line_refund_order_id on tradewind.line_refund (order_id);

create table tradewind.line_refund_piece (
  operation_key text not null,
  line_item_id text not null,
  quantity integer not null check (quantity > 0),
  amount integer not null,
  tax integer not null,
  primary key (operation_key, line_item_id),
  constraint fk_line_refund_piece_operation_key foreign key (operation_key)
    references tradewind.line_refund (operation_key) on delete cascade
);
create index idx_line_refund_piece_line_item_id on tradewind.line_refund_piece (line_item_id);

-- What the shop prints about itself. One row, as there is one shop; v1 stores only its name (table store).
create table tradewind.shop_details (
  is_only boolean primary key default true check (is_only),
  legal_name text,
  address_1 text,
  address_2 text,
  postal_code text,
  city text,
  province text,
  country_code text,
  email text,
  phone text,
  tax_number text,
  registration text,
  footer text,
  -- The key of an uploaded file.
  logo_key text,
  invoice_prefix text not null default '',
  first_invoice_number integer not null default 1 check (first_invoice_number > 0),
  updated_at timestamptz not null default now()
);
insert into tradewind.shop_details default values;

-- Invoices and credit notes: each has a number without gaps, given once. `content` has what was sold and by whom, as it was then. The
-- buyer is not in it: that is in the order, which loses it when the customer is erased.
create table tradewind.order_paper (
  id text primary key,
  order_id text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The refund that a credit note is for.
  refund_id text,
  number integer not null,
  shown_number text not null,
  content jsonb not null,
  issued_at timestamptz not null default now(),
  constraint uq_order_paper_number unique (kind, number),
  constraint fk_order_paper_order_id foreign key (order_id) references public."order" (id)
);
create unique index uq_order_paper_of on tradewind.order_paper (order_id, kind, coalesce(refund_id, ''));

-- The row is locked from the number to the commit: a number that was rolled back is given again.
create table tradewind.paper_number (
  kind text primary key,
  last integer not null
);
insert into tradewind.paper_number (kind, last) values ('invoice', 0), ('credit_note', 0);
