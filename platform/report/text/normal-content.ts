import type { ReportContent, ReportSide } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { findingName, findingsOf, scannedSides } from '../finding-name.ts';
import { type ReportContext, type Side, sideOf } from '../report-context.ts';
import { textActTexts } from '../texts/text-act-texts.ts';
import { SCORES } from './proposed-category.ts';
import { updateTexts } from './update-texts.ts';

const EMPTY_SIDE: Omit<ReportSide, 'biradsScore'> = {
  breastDensity: null,
  text: { text: '', editedFrom: null },
};

/**
 * Returns the content of a normal study: category 1 for every scanned breast, density and texts of the
 * reader kept. Fails without a completed scan (NO_SCAN) and if a scanned breast has a finding
 * (STUDY_HAS_FINDINGS).
 */
export function normalContent(context: ReportContext): Result<ReportContent> {
  const sides = scannedSides(context);
  const { noScan, hasFindings } = textActTexts.normal;
  if (sides.length === 0) {
    return fail(problem('NO_SCAN', noScan.title, noScan.detail, noScan.next));
  }
  const names = sides.flatMap((side) =>
    findingsOf(context, side).map((finding) => findingName(context, finding)),
  );
  if (names.length > 0) {
    return fail(
      problem('STUDY_HAS_FINDINGS', hasFindings.title, hasFindings.detail(names), hasFindings.next),
    );
  }
  const normalSide = (side: Side): ReportSide | null => {
    const current = sideOf(context.content, side);
    return sides.includes(side) ? { ...(current ?? EMPTY_SIDE), biradsScore: SCORES.B1 } : current;
  };
  const content = { ...context.content, left: normalSide('L'), right: normalSide('R') };
  return ok(updateTexts(content, context));
}
