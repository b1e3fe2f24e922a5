import { type Problem, problem } from '#foundation';
import {
  LETTER_PLACEHOLDERS,
  LETTER_TEXT_IDS,
  type LetterTextFault,
  letterTextFaults,
  type SiteLetterTexts,
} from '#report';
import type { BuiltInExtension } from './site.ts';

/**
 * Returns a problem for each unknown id and placeholder in the site's texts of letters, so that they
 * are seen at the start and not with the first letter.
 */
export function letterTextProblems(extensions: readonly BuiltInExtension[]): readonly Problem[] {
  const reporting = extensions.find(({ manifest }) => manifest.id === 'reporting');
  // Invalid settings are a problem of their own.
  if (reporting === undefined || !reporting.serverEnabled) return [];
  return letterTextFaults((reporting.settings.letter ?? {}) as SiteLetterTexts).map(letterProblem);
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
