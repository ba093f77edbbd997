-- The types of the fields that plugins have declared: values that are stored have them, also while the plugin is taken out.
create table tradewind.plugin_field (
  entity text not null,
  name text not null,
  plugin text not null,
  type text not null,
  primary key (entity, name)
);
