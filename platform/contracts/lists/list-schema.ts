import * as z from 'zod';

/** Maximum number of items of a list and of a selection. */
export const MAX_ITEMS = 2000;

/** Upper-case letters, digits and underscore, at most 16; trimmed and upper-cased on parsing. */
export const listItemIdSchema = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .max(16)
  .regex(/^[A-Z0-9_]*$/, 'Use only upper-case letters, digits and _ in an ID');

export const listItemSchema = z.strictObject({
  id: listItemIdSchema,
  label: z.string().trim().min(1).max(200),
  /** Sort key, ascending. */
  order: z.number().int().min(0).max(1_000_000),
  /**
   * BI-RADS: code ('4A') and score (1 to 9) of the assessment; `likelihood` and `management`
   * describe its consequence.
   */
  code: z.string().max(16).optional(),
  score: z.number().int().min(1).max(9).optional(),
  /**
   * BREAST_DENSITY: degree from 1 (almost entirely fatty) to 4 (extremely dense), which decides the
   * higher of two sides; a code without a rank counts as unknown.
   */
  rank: z.number().int().min(1).max(4).optional(),
  likelihood: z.string().max(100).optional(),
  management: z.string().max(200).optional(),
});
export type ListItem = z.infer<typeof listItemSchema>;

const itemsSchema = z
  .array(listItemSchema)
  .max(MAX_ITEMS)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, {
    message: 'Each ID can be in a list only once',
  });

/** List of selectable codes: versioned data that a site may extend. */
export const hardCodedListSchema = z.strictObject({
  listId: listItemIdSchema,
  version: z.string().min(1).max(32),
  /** Description of the source of the codes. */
  source: z.string().max(200),
  title: z.string().min(1).max(100),
  /** Maximum number of items in a selection; null means no limit below the list's size. */
  maxItems: z.number().int().min(1).max(MAX_ITEMS).nullable(),
  /** Whether the items describe a finding and appear among the annotation labels. */
  describesFindings: z.boolean(),
  items: itemsSchema,
});
export type HardCodedList = z.infer<typeof hardCodedListSchema>;

/**
 * Changes of a site to a list, by list id. Items with a known id replace label and order, other
 * items are added, and ids in `without` are no longer offered.
 */
export const listExtensionSchema = z.strictObject({
  version: z.string().min(1).max(32),
  title: z.string().min(1).max(100).optional(),
  items: itemsSchema.default([]),
  without: z.array(listItemIdSchema).max(MAX_ITEMS).default([]),
});
export type ListExtension = z.infer<typeof listExtensionSchema>;

/** Selected ids as sent; `checkSelection` validates them against their list. */
export const selectionSchema = z.array(listItemIdSchema).readonly();
