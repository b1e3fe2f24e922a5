import type { Finding, Mark } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import type { StoredFinding } from './location-fields.ts';
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
>;

/**
 * Splits a user's finding into one finding per mark, the representative mark first. Each new
 * finding copies note, labels, category and recommendations; its sizes are computed from its mark.
 * Fails with NOT_USER_GENERATED or SINGLE_MARK.
 */
export function ungroupFinding(finding: StoredFinding): Result<readonly UngroupedBody[]> {
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
  return ok(ordered.map((mark) => bodyOf(finding, { ...mark, rep: true })));
}

function bodyOf(finding: StoredFinding, mark: Mark): UngroupedBody {
  const { note, recommendations, biradsScore, isMass, annotationLabels } = finding;
  return {
    note,
    recommendations,
    biradsScore,
    isMass,
    annotationLabels,
    marks: { [mark.id]: mark },
    ...sizesFromMarks([mark]),
  };
}
