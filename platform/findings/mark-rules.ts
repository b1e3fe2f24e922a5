import type { Finding, Mark } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { dot, isInsideImage, lengthMm } from '#geometry';
import { FRAME_TOLERANCE, SHORTEST_LENGTH_MM } from './limits.ts';

/**
 * Whether a mark may be stored: every point inside its image (0..1), the image's directions of unit
 * length and at a right angle and, for a length, two ends that are apart. The browser asks before it draws, the server before it writes.
 */
export function checkMark(mark: Mark): Result<Mark> {
  const { points } = mark.markViewParams;
  if (!points.every(isInsideImage)) return fail(outside(mark));
  if (!isFrame(mark)) return fail(crooked(mark));
  if (mark.markType !== 'LENGTH') return ok(mark);
  const [start, end] = points;
  if (start === undefined || end === undefined || points.length !== 2) {
    return fail(
      problem(
        'MARK_INCOMPLETE',
        'A length needs two ends',
        `The mark has ${points.length} points.`,
        'Draw the length again.',
      ),
    );
  }
  if (lengthMm(mark.frame, start, end) < SHORTEST_LENGTH_MM) {
    return fail(
      problem(
        'MARK_TOO_SHORT',
        'The two ends of the length lie on one point',
        `Shorter than ${SHORTEST_LENGTH_MM} mm.`,
        'Drag from one edge of the lesion to the other.',
      ),
    );
  }
  return ok(mark);
}

function isFrame({ frame: { right, down } }: Mark): boolean {
  const isZero = (value: number): boolean => Math.abs(value) <= FRAME_TOLERANCE;
  return isZero(dot(right, right) - 1) && isZero(dot(down, down) - 1) && isZero(dot(right, down));
}

function crooked(mark: Mark): Problem {
  return problem(
    'FRAME_NOT_RECTANGULAR',
    'The image of the mark is not a rectangle',
    `Right and down of mark ${mark.id} are not two unit directions at a right angle.`,
    'Draw the mark again.',
  );
}

function outside(mark: Mark): Problem {
  return problem(
    'MARK_OUTSIDE_IMAGE',
    'A part of the mark lies outside the image',
    `Mark ${mark.id} has a point beyond 0..1.`,
    'Draw inside the image.',
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
      'This mark exists already',
      `Mark ${mark.id} is part of another finding.`,
      'Draw the mark again.',
    ),
  );
}
