import type pg from "pg";
import { CUSTOMIZED, type Customized } from "../../graph/custom-fields/declaration.ts";

/**
 * Removes the values of the fields that a plugin has declared, and what is recorded about them. A field that the settings have declared
 * since then keeps its values.
 */
export async function removeFieldValues(client: pg.Client, plugin: string): Promise<void> {
  const { rows } = await client.query<{ entity: Customized; name: string; is_kept: boolean }>(
    `delete from tradewind.plugin_field own where plugin = $1
      returning entity, name, exists (select from tradewind.custom_field other
        where other.entity = own.entity and other.name = own.name and other.deleted_at is null) as is_kept`,
    [plugin],
  );
  for (const { entity, name } of rows.filter(({ is_kept }) => !is_kept))
    await client.query(
      `update public.${client.escapeIdentifier(CUSTOMIZED[entity])} set custom_fields = nullif(custom_fields - $1::text, '{}'::jsonb)
        where custom_fields ? $1`,
      [name],
    );
}
