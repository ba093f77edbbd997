-- What a tax service answered for a cart, kept as long as the cart has the same content.
create table tradewind.tax_answer (
  cart_id varchar primary key references public.cart (id) on delete cascade,
  -- A digest of everything that was sent to the service.
  content text not null,
  lines jsonb not null,
  created_at timestamptz not null default now()
);
