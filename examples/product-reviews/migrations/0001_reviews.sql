-- The settings: one row.
create table setting (
  id boolean primary key default true check (id),
  -- Whether only customers who bought a product may review it.
  buyers_only boolean not null default true,
  -- The recipient of mails about reviews that wait; no mail is sent if it is null.
  notify_email text check (length(notify_email) <= 320),
  mail_language text not null default 'en' check (mail_language in ('en', 'de'))
);

insert into setting default values;

-- Plain text. One review of a customer for a product: another one replaces it.
create table review (
  id integer generated always as identity primary key,
  product_id text not null,
  customer_id text not null,
  rating integer not null check (rating between 1 and 5),
  title text check (length(title) <= 120),
  body text not null check (length(body) between 1 and 4000),
  author text not null check (length(author) between 1 and 60),
  is_verified boolean not null,
  state text not null default 'pending' check (state in ('pending', 'published', 'rejected')),
  answer text check (length(answer) <= 2000),
  moderated_by text,
  written_at timestamptz not null default now(),
  unique (product_id, customer_id)
);

create index review_by_state on review (state, id);
create index review_of_product on review (product_id, id desc) where state = 'published';
create index review_of_customer on review (customer_id);

-- The sum of what is published. Its row is the lock of all changes of a product's rating.
create table rating (
  product_id text primary key,
  count integer not null default 0 check (count >= 0),
  total integer not null default 0 check (total >= 0)
);

-- How often a customer wrote in an hour.
create table writing (
  customer_id text not null,
  hour timestamptz not null,
  count integer not null default 1,
  primary key (customer_id, hour)
);
