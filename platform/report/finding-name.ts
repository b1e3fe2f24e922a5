import type { ReportContext, ReportFinding, ReportScan } from './report-context.ts';

/**
 * Returns the short name of a finding in texts and messages: side and number, 'R1'. For a second scan
 * of a side, whose numbers begin at 1 again, the name of the scan and the number: 'R2-1'.
 */
export function findingName(
  { scans }: { readonly scans: readonly ReportScan[] },
  { finding, side }: Pick<ReportFinding, 'finding' | 'side'>,
): string {
  const name = scans.find(({ id }) => id === finding.scan.id)?.name ?? side;
  return name === side ? `${side}${finding.label}` : `${name}-${finding.label}`;
}

/** Returns the findings of one breast, in the order of the report. */
export const findingsOf = (
  { findings }: Pick<ReportContext, 'findings'>,
  side: ReportFinding['side'],
): readonly ReportFinding[] => findings.filter((finding) => finding.side === side);

/** Returns the breasts that were scanned, right first. */
export const scannedSides = ({ scans }: Pick<ReportContext, 'scans'>) =>
  (['R', 'L'] as const).filter((side) => scans.some((scan) => scan.side === side));
