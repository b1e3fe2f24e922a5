import type { Finding, Mark } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { type LocationContext, locationFields } from './location-fields.ts';
import { sizesFromMarks } from './sizes.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** Fields of each new finding after ungrouping. */
export type UngroupedBody = Pick<
  Finding,
  | 'marks'
  | 'note'
  | 'recommendations'
  | 'biradsScore'
  | 'isMass'
  | 'annotationLabels'
  | 'massLengthUm'
  | 'massWidthUm'
  | 'massHeightUm'
  | 'clockPositionSec'
  | 'distanceFromNippleUm'
  | 'depthUm'
  | 'depthReference'
>;

/**
 * Splits a user's finding into one finding per mark, the representative mark first. Each new
 * finding copies the assessment of the whole; sizes and location are computed from its mark.
 */
export function ungroupFinding(
  finding: Finding,
  context: LocationContext,
): Result<readonly UngroupedBody[]> {
  if (finding.generator.id !== 'USER') {
    return fail(
      problem(
        'NOT_USER_GENERATED',
        ruleTexts.ungroup.notUserGenerated.title,
        ruleTexts.ungroup.notUserGenerated.detail(finding.generator.id),
        ruleTexts.ungroup.notUserGenerated.next,
      ),
    );
  }
  const marks = Object.values(finding.marks);
  if (marks.length < 2) {
    return fail(
      problem(
        'SINGLE_MARK',
        ruleTexts.ungroup.singleMark.title,
        ruleTexts.ungroup.singleMark.detail(marks.length),
        ruleTexts.ungroup.singleMark.next,
      ),
    );
  }
  const ordered = [...marks].sort((a, b) => Number(b.rep) - Number(a.rep));
  return ok(ordered.map((mark) => bodyOf(finding, { ...mark, rep: true }, context)));
}

function bodyOf(finding: Finding, mark: Mark, context: LocationContext): UngroupedBody {
  const { note, recommendations, biradsScore, isMass, annotationLabels } = finding;
  return {
    note,
    recommendations,
    biradsScore,
    isMass,
    annotationLabels,
    marks: { [mark.id]: mark },
    ...sizesFromMarks([mark]),
    ...locationFields([mark], context),
  };
}
