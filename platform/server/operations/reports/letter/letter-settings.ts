import * as z from 'zod';
import { LETTER_CATEGORIES } from '#contracts';
import { DEFAULT_LETTER_CATEGORIES, type SiteLetterTexts } from '#report';
import type { Site } from '../../../site/site.ts';

const textsSchema = z.record(z.string(), z.string());
const settingsSchema = z.object({
  letter: z.object({ en: textsSchema.optional(), de: textsSchema.optional() }).default({}),
  letterCategories: z.array(z.enum(LETTER_CATEGORIES)).default([...DEFAULT_LETTER_CATEGORIES]),
  letterContact: z.string().optional(),
  letterDensity: z.boolean().default(false),
});

/** What a site sets for letters to patients. */
export interface LetterSettings {
  readonly texts: SiteLetterTexts;
  /** Categories whose letter is sent without a conversation before it. */
  readonly categories: readonly string[];
  readonly contact: string | null;
  readonly withDensity: boolean;
}

/** Reads the settings of `reporting`, which the host has checked; those of an invalid site are unset. */
export function letterSettings({ extensions }: Pick<Site, 'extensions'>): LetterSettings {
  const reporting = extensions.find(({ manifest }) => manifest.id === 'reporting');
  const read = settingsSchema.safeParse(reporting?.settings ?? {});
  const settings = read.success ? read.data : settingsSchema.parse({});
  return {
    texts: settings.letter as SiteLetterTexts,
    categories: settings.letterCategories,
    contact: settings.letterContact?.trim() || null,
    withDensity: settings.letterDensity,
  };
}
