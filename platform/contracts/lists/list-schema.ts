import * as z from 'zod';

/** The most items that a list may hold, and the most that a selection may name (specification 5). */
export const MAX_ITEMS = 2000;

/** Upper-case letters, digits and underscore, at most 16; trimmed and upper-cased when it is read. */
export const listItemIdSchema = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, 'An id is not empty')
  .max(16, 'An id has at most 16 characters')
  .regex(/^[A-Z0-9_]*$/, 'Only upper-case letters, digits and _ are allowed in an id');

export const listItemSchema = z.strictObject({
  id: listItemIdSchema,
  /** What people read. */
  label: z.string().trim().min(1).max(200),
  /** Place in the list, ascending. */
  order: z.number().int().min(0).max(1_000_000),
  /** BI-RADS: the assessment's code ('4A'), its score 1 to 9, and what it leads to. */
  code: z.string().max(16).optional(),
  score: z.number().int().min(1).max(9).optional(),
  /**
   * BREAST_DENSITY: which of the four degrees it counts as, 1 almost entirely fatty to 4 extremely
   * dense. By it the higher of two sides is told; a code without one counts as not known.
   */
  rank: z.number().int().min(1).max(4).optional(),
  likelihood: z.string().max(100).optional(),
  management: z.string().max(200).optional(),
});
export type ListItem = z.infer<typeof listItemSchema>;

const itemsSchema = z
  .array(listItemSchema)
  .max(MAX_ITEMS, `A list has at most ${MAX_ITEMS} items`)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, {
    message: 'Every id stands once in a list',
  });

/** A list of codes that people choose from: versioned data, which a site may extend. */
export const hardCodedListSchema = z.strictObject({
  listId: listItemIdSchema,
  version: z.string().min(1).max(32),
  /** Where the codes come from, in words. */
  source: z.string().max(200),
  title: z.string().min(1).max(100),
  /** How many of its items one selection may name; null for as many as there are. */
  most: z.number().int().min(1).max(MAX_ITEMS).nullable(),
  /** Whether its items describe a finding and stand among the annotation labels. */
  describesFindings: z.boolean(),
  items: itemsSchema,
});
export type HardCodedList = z.infer<typeof hardCodedListSchema>;

/**
 * What a site changes in a list, by its id: items with a known id get the new label and order, the
 * others are added; ids under `without` are no longer offered.
 */
export const listExtensionSchema = z.strictObject({
  version: z.string().min(1).max(32),
  title: z.string().min(1).max(100).optional(),
  items: itemsSchema.default([]),
  without: z.array(listItemIdSchema).max(MAX_ITEMS).default([]),
});
export type ListExtension = z.infer<typeof listExtensionSchema>;

/** A selection as it is sent: ids of one list. What the list says of it is checked against the list. */
export const selectionSchema = z.array(listItemIdSchema).readonly();
