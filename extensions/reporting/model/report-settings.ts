import * as z from 'zod';
import { REPORT_LANGUAGES, type ReportLanguage } from '#contracts';
import type { CheckLevels } from '#report';
import { siteBlocksSchema, type TextBlockFields } from './text-blocks.ts';

const settingsSchema = z.object({
  language: z.enum(REPORT_LANGUAGES).optional(),
  checks: z.record(z.string(), z.enum(['block', 'warn', 'off'])).default({}),
  textBlocks: siteBlocksSchema.default([]),
  dictation: z.boolean().default(false),
});

export interface ReportSettings {
  /** Language of new reports; null follows the language of the page. */
  readonly language: ReportLanguage | null;
  /** Levels of checks that the site has changed. */
  readonly levels: CheckLevels;
  readonly textBlocks: readonly TextBlockFields[];
  readonly dictation: boolean;
}

/** Reads the settings, which the host has validated. */
export function readReportSettings(settings: Readonly<Record<string, unknown>>): ReportSettings {
  const { language, checks, textBlocks, dictation } = settingsSchema.parse(settings);
  return { language: language ?? null, levels: checks, textBlocks, dictation };
}
