// Where v1's answers differ from the common shape. This file imports nothing.

/** v1 shows the author of a note that is read, but not of one that was just created or updated. */
export const noteRelations = { read: ["author"], afterWrite: [] };

/** v1 ends this message with a full stop. */
export const noteNotFoundMessage = (id: string) => `Note with id: ${id} was not found.`;

/** v1 names the user where other deletions name the deleted row. */
export const deletedAnalyticsConfig = (user_id: string) => ({
  user_id,
  object: "analytics_config",
  deleted: true,
});
