import { type Problem, problem } from '#foundation';
import {
  checkMacro,
  LETTER_PLACEHOLDERS,
  LETTER_TEXT_IDS,
  type LetterTextFault,
  letterTextFaults,
  type SiteLetterTexts,
} from '#report';
import type { BuiltInExtension } from './site.ts';

/**
 * Returns a problem for each unknown id and placeholder in the site's texts of letters and text
 * blocks, so that they are seen at the start and not with the first use.
 */
export function reportingTextProblems(extensions: readonly BuiltInExtension[]): readonly Problem[] {
  const reporting = extensions.find(({ manifest }) => manifest.id === 'reporting');
  // Invalid settings are a problem of their own.
  if (reporting === undefined || !reporting.serverEnabled) return [];
  const { letter = {}, textBlocks = [] } = reporting.settings as ReportingTexts;
  return [...letterTextFaults(letter).map(letterProblem), ...textBlocks.flatMap(blockProblem)];
}

/** Settings of `reporting` with texts. */
interface ReportingTexts {
  readonly letter?: SiteLetterTexts;
  readonly textBlocks?: readonly { readonly name: string; readonly text: string }[];
}

function blockProblem({ name, text }: { readonly name: string; readonly text: string }) {
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
