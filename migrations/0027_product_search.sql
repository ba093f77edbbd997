-- What the storefront search looks through: one document a product, kept up to date by triggers, so that a change made
-- by plain SQL or by v1 beside us is found as well. Weights: title A, handle and tags B, subtitle C, description D.
create table tradewind.product_search (
  product_id text primary key references public.product (id) on delete cascade,
  document tsvector not null
);

create index idx_product_search_document on tradewind.product_search using gin (document);

-- The words that products have, to find the one that was meant. A word that no product has any more does no harm.
create table tradewind.product_word (word text primary key);

create index idx_product_word_prefix on tradewind.product_word (word text_pattern_ops);
create index idx_product_word_similar on tradewind.product_word using gin (word public.gin_trgm_ops);

create function tradewind.index_products(ids text[]) returns void language sql as $$
  delete from tradewind.product_search
    where product_id = any(ids)
    and not exists (select 1 from public.product where id = product_id and deleted_at is null);
  insert into tradewind.product_search (product_id, document)
  select
    product.id,
    setweight(to_tsvector('simple', product.title), 'A')
      || setweight(to_tsvector('simple', replace(coalesce(product.handle, ''), '-', ' ') || ' ' || tags.words), 'B')
      || setweight(to_tsvector('simple', coalesce(product.subtitle, '')), 'C')
      || setweight(to_tsvector('simple', left(coalesce(product.description, ''), 20000)), 'D')
  from public.product
  cross join lateral (
    select coalesce(string_agg(tag.value, ' '), '') as words
    from public.product_tags tagged
    join public.product_tag tag on tag.id = tagged.product_tag_id and tag.deleted_at is null
    where tagged.product_id = product.id
  ) tags
  where product.id = any(ids) and product.deleted_at is null
  on conflict (product_id) do update set document = excluded.document;
  insert into tradewind.product_word (word)
  select distinct word
  from tradewind.product_search, unnest(tsvector_to_array(document)) word
  where product_id = any(ids) and word ~ '^[[:alpha:]]{3,40}$'
  order by word
  on conflict do nothing;
$$;

-- What people typed as a query: the last word may be unfinished, and one that no product has is taken for the words
-- most like it. A function, because how like is a setting of the index' operator.
create function tradewind.product_query(asked text) returns tsquery
  language sql stable set pg_trgm.similarity_threshold = 0.35 as $$
  select to_tsquery('simple', string_agg(
    case
      when similar_words.query is not null then similar_words.query
      when known.word is null or (typed.is_last and longer.word is not null) then quote_literal(typed.word) || ':*'
      else quote_literal(typed.word)
    end, ' & '))
  from (
    select lexeme as word, max(positions[1]) over () = positions[1] as is_last
    from unnest(to_tsvector('simple', left(asked, 500)))
  ) typed
  left join tradewind.product_word known on known.word = typed.word
  left join lateral (
    select begun.word from tradewind.product_word begun
    where begun.word like replace(replace(replace(typed.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and begun.word <> typed.word
    limit 1
  ) longer on true
  left join lateral (
    select '(' || string_agg(quote_literal(nearest.word), ' | ') || ')' as query
    from (
      select candidate.word from tradewind.product_word candidate
      where candidate.word % typed.word order by similarity(candidate.word, typed.word) desc, candidate.word limit 3
    ) nearest
    where known.word is null and longer.word is null
  ) similar_words on true;
$$;

create function tradewind.product_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_products(array(select id::text from changed));
  return null;
end
$$;

create function tradewind.product_tags_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_products(array(select distinct product_id::text from changed));
  return null;
end
$$;

create function tradewind.product_tag_changed() returns trigger language plpgsql as $$
begin
  perform tradewind.index_products(array(
    select distinct tagged.product_id::text from public.product_tags tagged
    join changed on changed.id = tagged.product_tag_id));
  return null;
end
$$;

create trigger search_insert after insert on public.product
  referencing new table as changed for each statement execute function tradewind.product_changed();
create trigger search_update after update on public.product
  referencing new table as changed for each statement execute function tradewind.product_changed();
create trigger search_insert after insert on public.product_tags
  referencing new table as changed for each statement execute function tradewind.product_tags_changed();
create trigger search_delete after delete on public.product_tags
  referencing old table as changed for each statement execute function tradewind.product_tags_changed();
create trigger search_update after update on public.product_tag
  referencing new table as changed for each statement execute function tradewind.product_tag_changed();

select tradewind.index_products(array(select id::text from public.product));
