import type { Finding, Mark } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { dot, isInsideImage, lengthMm } from '#geometry';
import { FRAME_TOLERANCE, SHORTEST_LENGTH_MM } from './limits.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** How many points each type of mark is made of, at least and at most: decision 18. */
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
 * Whether a mark may be stored: every point inside its image (0..1), the image's directions of unit
 * length and at a right angle, as many points as its type is made of, words in a text and, for a
 * length, two ends that are apart. The browser asks before it draws, the server before it writes.
 */
export function checkMark(mark: Mark): Result<Mark> {
  const { points } = mark.markViewParams;
  if (!points.every(isInsideImage)) return fail(outside(mark));
  if (!isFrame(mark)) return fail(crooked(mark));
  const [fewest, most] = POINTS[mark.markType];
  if (points.length < fewest || points.length > most) return fail(incomplete(mark));
  if (mark.markType === 'TEXT' && (mark.markViewParams.text ?? '').trim() === '') {
    return fail(wordless(mark));
  }
  const [start, end] = points;
  if (mark.markType !== 'LENGTH' || start === undefined || end === undefined) return ok(mark);
  if (lengthMm(mark.frame, start, end) < SHORTEST_LENGTH_MM) {
    return fail(
      problem(
        'MARK_TOO_SHORT',
        ruleTexts.mark.tooShort.title,
        ruleTexts.mark.tooShort.detail(SHORTEST_LENGTH_MM),
        ruleTexts.mark.tooShort.next,
      ),
    );
  }
  return ok(mark);
}

function isFrame({ frame: { right, down } }: Mark): boolean {
  const isZero = (value: number): boolean => Math.abs(value) <= FRAME_TOLERANCE;
  return isZero(dot(right, right) - 1) && isZero(dot(down, down) - 1) && isZero(dot(right, down));
}

function incomplete({ markType, markViewParams }: Mark): Problem {
  const words = ruleTexts.mark.incomplete;
  const needed = words.points(...POINTS[markType]);
  const detail = words.detail(markType, needed, markViewParams.points.length);
  return problem('MARK_INCOMPLETE', words.title, detail, words.next);
}

function wordless(mark: Mark): Problem {
  const words = ruleTexts.mark.wordless;
  return problem('MARK_WITHOUT_WORDS', words.title, words.detail(mark.id), words.next);
}

function crooked(mark: Mark): Problem {
  return problem(
    'FRAME_NOT_RECTANGULAR',
    ruleTexts.mark.crooked.title,
    ruleTexts.mark.crooked.detail(mark.id),
    ruleTexts.mark.crooked.next,
  );
}

function outside(mark: Mark): Problem {
  return problem(
    'MARK_OUTSIDE_IMAGE',
    ruleTexts.mark.outside.title,
    ruleTexts.mark.outside.detail(mark.id),
    ruleTexts.mark.outside.next,
  );
}

/** A mark id belongs to one finding; a second use is refused (specification 5). */
export function checkMarkIdIsNew(
  mark: Mark,
  findings: readonly Pick<Finding, 'marks'>[],
): Result<Mark> {
  if (!findings.some((finding) => Object.hasOwn(finding.marks, mark.id))) return ok(mark);
  return fail(
    problem(
      'DUPLICATE_MARK_ID',
      ruleTexts.mark.twice.title,
      ruleTexts.mark.twice.detail(mark.id),
      ruleTexts.mark.twice.next,
    ),
  );
}
