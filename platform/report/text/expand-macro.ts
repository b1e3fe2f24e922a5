import type { ReportLanguage } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { findingName } from '../finding-name.ts';
import type { ReportContext, ReportFinding, Side } from '../report-context.ts';
import { textActTexts } from '../texts/text-act-texts.ts';
import { categoryText, clockOf, depthOf, distanceOf, sizeText } from './compose-finding.ts';
import { reportWords } from './report-words.ts';

/** Placeholders of a macro, written in braces: `{clock}`. */
export const MACRO_PLACEHOLDERS = [
  'side',
  'clock',
  'distance',
  'depth',
  'size',
  'category',
  'label',
] as const;
export type MacroPlaceholder = (typeof MACRO_PLACEHOLDERS)[number];

/** Text by placeholder, with units; null or absent if the record has no value. */
export type MacroValues = Readonly<Partial<Record<MacroPlaceholder, string | null>>>;

/** Returns the values of a finding in the language of the report. */
export function macroValues(
  context: Pick<ReportContext, 'scans' | 'lists'>,
  finding: ReportFinding,
  language: ReportLanguage,
): MacroValues {
  const words = reportWords(language);
  return {
    side: words.sides[finding.side],
    clock: clockOf(finding.finding, words),
    distance: distanceOf(finding.finding, words),
    depth: depthOf(finding.finding, words),
    size: sizeText(finding.finding, words) || null,
    category: categoryText(finding.finding.biradsScore, words, context.lists) || null,
    label: findingName(context, finding),
  };
}

/** Returns the values for a text on a breast, which has no finding. */
export function sideMacroValues(side: Side, language: ReportLanguage): MacroValues {
  return { side: reportWords(language).sides[side] };
}

/** Fails with the name of the first unknown placeholder (UNKNOWN_PLACEHOLDER). */
export function checkMacro(template: string): Result<void> {
  const { unknown } = textActTexts.macro;
  const stranger = namesIn(template).find((name) => !isPlaceholder(name));
  if (stranger === undefined) return ok(undefined);
  const next = unknown.next(MACRO_PLACEHOLDERS.map((name) => `{${name}}`));
  return fail(problem('UNKNOWN_PLACEHOLDER', unknown.title, unknown.detail(stranger), next));
}

/**
 * Returns the text of a macro with its placeholders replaced. Fails with the name of an unknown
 * placeholder (UNKNOWN_PLACEHOLDER) or of one without a value (MISSING_MACRO_VALUE), because a gap
 * in a report is easily overlooked.
 */
export function expandMacro(template: string, values: MacroValues): Result<string> {
  const { missing } = textActTexts.macro;
  const checked = checkMacro(template);
  if (!checked.ok) return checked;
  const empty = namesIn(template).find((name) => isPlaceholder(name) && !values[name]);
  if (empty !== undefined) {
    const detail = missing.detail(empty);
    return fail(problem('MISSING_MACRO_VALUE', missing.title, detail, missing.next));
  }
  return ok(
    template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const placeholder = name.trim();
      return isPlaceholder(placeholder) ? (values[placeholder] ?? '') : '';
    }),
  );
}

const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());

const isPlaceholder = (name: string): name is MacroPlaceholder =>
  MACRO_PLACEHOLDERS.some((placeholder) => placeholder === name);
