import { type Problem, problem } from '#foundation';
import {
  type AbbreviationUse,
  type CheckLevel,
  type CheckLevels,
  checkMacro,
  isAbbreviation,
  LETTER_PLACEHOLDERS,
  LETTER_TEXT_IDS,
  type LetterTextFault,
  letterTextFaults,
  levelOf,
  REPORT_CHECKS,
  type SiteLetterTexts,
  sharesAbbreviation,
} from '#report';
import type { BuiltInExtension } from './site.ts';

/**
 * Returns a problem for each unknown id and placeholder in the site's texts of letters and text
 * blocks, and for each abbreviation that fields do not expand or that is not unique, so that they are
 * seen at the start and not with the first use.
 */
export function reportingTextProblems(extensions: readonly BuiltInExtension[]): readonly Problem[] {
  const reporting = extensions.find(({ manifest }) => manifest.id === 'reporting');
  // Invalid settings are a problem of their own.
  if (reporting === undefined || !reporting.serverEnabled) return [];
  const { letter = {}, textBlocks = [], checks = {} } = reporting.settings as ReportingTexts;
  return [
    ...Object.entries(checks).flatMap(([id, level]) => levelProblem(id, level)),
    ...letterTextFaults(letter).map(letterProblem),
    ...textBlocks.flatMap(blockProblem),
    ...textBlocks.flatMap((block, idx) => abbreviationProblem(block, textBlocks.slice(0, idx))),
  ];
}

/** Settings of `reporting` with texts. */
interface ReportingTexts {
  readonly letter?: SiteLetterTexts;
  readonly textBlocks?: readonly SiteBlock[];
  readonly checks?: CheckLevels;
}

interface SiteBlock extends AbbreviationUse {
  readonly name: string;
  readonly text: string;
}

/** Returns why the site's level of a check has no effect. */
function levelProblem(id: string, level: CheckLevel | 'off'): readonly Problem[] {
  const check = REPORT_CHECKS.find((one) => one.id === id);
  const invalid = (detail: string, next: string): readonly Problem[] => [
    problem('CHECK_LEVEL_INVALID', 'The level of a check is invalid', detail, next, 'reporting'),
  ];
  if (check === undefined) {
    return invalid(
      `checks.${id} is no check of the report.`,
      'Use an id of docs/report-checks.md, and start again.',
    );
  }
  const effective = levelOf(check, { [id]: level });
  if (effective === level) return [];
  return invalid(
    `checks.${id} can’t be set to ${level}; it stays ${effective}.`,
    'Remove the line, and start again.',
  );
}

/** Compares an abbreviation with those of the text blocks before it. */
function abbreviationProblem(block: SiteBlock, before: readonly SiteBlock[]): readonly Problem[] {
  const { name, abbreviation } = block;
  const invalid = (title: string, detail: string, next: string): readonly Problem[] => [
    problem('TEXT_BLOCK_INVALID', title, detail, next, 'reporting'),
  ];
  if (!isAbbreviation(abbreviation)) {
    return invalid(
      'The abbreviation of a text block is invalid',
      `${name}: fields do not expand ;${abbreviation}.`,
      'Use 1 to 20 letters, digits, - and _, and start again.',
    );
  }
  const other = before.find((one) => sharesAbbreviation(one, block));
  if (other === undefined) return [];
  return invalid(
    'Two text blocks have the same abbreviation',
    `${other.name} and ${name} have the abbreviation ;${abbreviation}.`,
    'Change one of them, and start again.',
  );
}

function blockProblem({ name, text }: SiteBlock): readonly Problem[] {
  const checked = checkMacro(text);
  if (checked.ok) return [];
  const { title, detail, next } = checked.problem;
  return [problem('TEXT_BLOCK_INVALID', title, `${name}: ${detail}`, next, 'reporting')];
}

function letterProblem({ language, text, placeholder }: LetterTextFault): Problem {
  const [detail, known] =
    placeholder === null
      ? [`letter.${language}.${text} is not a text of the letter.`, LETTER_TEXT_IDS]
      : [
          `letter.${language}.${text} has the unknown placeholder {${placeholder}}.`,
          LETTER_PLACEHOLDERS.map((name) => `{${name}}`),
        ];
  return problem(
    'LETTER_TEXT_INVALID',
    'A text of the letter to patients is invalid',
    detail,
    `Use ${known.join(', ')} and start again.`,
    'reporting',
  );
}
