import type { ListItem, Report } from '#contracts';
import { patientTexts } from '../../texts/patient-texts.ts';

/**
 * Formats 'BI-RADS 2', or 'BI-RADS R 2 · L 4B' when the sides differ; empty without an assessment.
 */
export function biradsLabel(
  report: { readonly content: Pick<Report['content'], 'left' | 'right'> },
  items: readonly Pick<ListItem, 'code' | 'score'>[],
): string {
  const codeOf = (score: number | null | undefined): string | null =>
    items.find((item) => item.score === score && item.score !== undefined)?.code ?? null;
  const right = codeOf(report.content.right?.biradsScore);
  const left = codeOf(report.content.left?.biradsScore);
  if (right === null && left === null) return '';
  if (right !== null && left !== null && right !== left) {
    return patientTexts.biRads(`R ${right} · L ${left}`);
  }
  return patientTexts.biRads(right ?? left ?? '');
}
