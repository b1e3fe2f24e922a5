import * as z from 'zod';
import { REPORT_LANGUAGES, type ReportLanguage } from '#contracts';
import type { CheckLevels } from '#report';

const settingsSchema = z.object({
  language: z.enum(REPORT_LANGUAGES).optional(),
  checks: z.record(z.string(), z.enum(['block', 'warn', 'off'])).default({}),
});

export interface ReportSettings {
  /** Language of new reports; null follows the language of the page. */
  readonly language: ReportLanguage | null;
  /** Levels of checks that the site has changed. */
  readonly levels: CheckLevels;
}

/** Reads the settings, which the host has validated. */
export function readReportSettings(settings: Readonly<Record<string, unknown>>): ReportSettings {
  const { language, checks } = settingsSchema.parse(settings);
  return { language: language ?? null, levels: checks };
}
