/** Tables of settings, reports, attachments, preferences and scheduled work by name. */
// biome-ignore lint/complexity/noBannedTypes: filled by its first table
export type OperationTables = {};
