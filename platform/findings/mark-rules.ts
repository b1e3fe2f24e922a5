import type { Finding, Mark } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { dot, isInsideImage, lengthMm } from '#geometry';
import { FRAME_TOLERANCE, MIN_LENGTH_MM } from './limits.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** Minimum and maximum number of points by mark type (docs/decisions/0018-marks.md). */
const POINTS: Readonly<Record<Mark['markType'], readonly [number, number]>> = {
  ARROW: [2, 2],
  ELLIPTICAL: [4, 4],
  FREEHAND: [3, Number.POSITIVE_INFINITY],
  LENGTH: [2, 2],
  TEXT: [1, 1],
  SELECTMARK: [1, 1],
  PLANELOCATOR: [1, 1],
  CROSS: [4, 4],
  BOUNDING_BOX: [2, 2],
};

/**
 * Checks a mark: points inside the image (0..1), orthogonal unit directions of the image, the
 * number of points of its type, text in a text mark, and two separate ends of a length. Shared by
 * the browser before drawing and the server before writing.
 */
export function checkMark(mark: Mark): Result<Mark> {
  const { points } = mark.markViewParams;
  if (!points.every(isInsideImage))
    return fail(markProblem('MARK_OUTSIDE_IMAGE', ruleTexts.mark.outside, mark));
  if (!hasOrthonormalFrame(mark))
    return fail(markProblem('FRAME_NOT_RECTANGULAR', ruleTexts.mark.notRectangular, mark));
  const [minimum, maximum] = POINTS[mark.markType];
  if (points.length < minimum || points.length > maximum) return fail(incompleteProblem(mark));
  if (mark.markType === 'TEXT' && (mark.markViewParams.text ?? '').trim() === '') {
    return fail(markProblem('MARK_WITHOUT_WORDS', ruleTexts.mark.emptyText, mark));
  }
  const [start, end] = points;
  if (mark.markType !== 'LENGTH' || start === undefined || end === undefined) return ok(mark);
  if (lengthMm(mark.frame, start, end) < MIN_LENGTH_MM) {
    return fail(
      problem(
        'MARK_TOO_SHORT',
        ruleTexts.mark.tooShort.title,
        ruleTexts.mark.tooShort.detail(MIN_LENGTH_MM),
        ruleTexts.mark.tooShort.next,
      ),
    );
  }
  return ok(mark);
}

/** Returns whether the directions of the image are orthogonal unit vectors. */
function hasOrthonormalFrame({ frame: { right, down } }: Mark): boolean {
  const isZero = (value: number): boolean => Math.abs(value) <= FRAME_TOLERANCE;
  return isZero(dot(right, right) - 1) && isZero(dot(down, down) - 1) && isZero(dot(right, down));
}

function incompleteProblem({ markType, markViewParams }: Mark): Problem {
  const texts = ruleTexts.mark.incomplete;
  const needed = texts.points(...POINTS[markType]);
  const detail = texts.detail(markType, needed, markViewParams.points.length);
  return problem('MARK_INCOMPLETE', texts.title, detail, texts.next);
}

/** Texts of a problem; `detail` names the mark by its id. */
interface MarkTexts {
  readonly title: string;
  readonly next: string;
  detail(markId: string): string;
}

const markProblem = (code: string, texts: MarkTexts, { id }: Mark): Problem =>
  problem(code, texts.title, texts.detail(id), texts.next);

/** Rejects a mark id that another finding already uses. */
export function checkMarkIdIsNew(
  mark: Mark,
  findings: readonly Pick<Finding, 'marks'>[],
): Result<Mark> {
  if (!findings.some((finding) => Object.hasOwn(finding.marks, mark.id))) return ok(mark);
  return fail(markProblem('DUPLICATE_MARK_ID', ruleTexts.mark.duplicate, mark));
}
