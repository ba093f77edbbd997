alter table seen add column level text not null default 'old';
