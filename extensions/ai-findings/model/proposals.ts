import type { Finding, FindingAi, Scan } from '#contracts';
import { type AiLayer, imageNumberOf, isInRuns, isSingleImage } from '#findings';
import { formatFixed } from '#foundation';
import { clockText } from '#geometry';
import { aiTexts } from '../texts/ai-texts.ts';

/** A finding of an AI run. */
export interface Proposal {
  readonly finding: Finding;
  readonly ai: FindingAi;
  readonly scan: Scan;
}

/** The undecided proposals of the shown runs, and the decided ones of all runs. */
export interface ProposalList {
  /** Undecided, from the lowest score on, highest score first. */
  readonly open: readonly Proposal[];
  /** Accepted and rejected, highest score first. */
  readonly decided: readonly Proposal[];
  /** Number of undecided proposals below the lowest score. */
  readonly belowCount: number;
  /** Scores of all undecided proposals. */
  readonly scores: readonly number[];
}

export interface ScanFindings {
  readonly scan: Scan;
  readonly findings: readonly Finding[];
}

/** Sorts and filters the proposals of the listed scans; empty while the layer is hidden. */
export function listProposals(
  scans: readonly ScanFindings[],
  layer: AiLayer,
  hiddenIds: ReadonlySet<string>,
): ProposalList {
  const proposals = layer.hidden
    ? []
    : scans.flatMap(({ scan, findings }) =>
        findings.flatMap((finding) => proposalOf(finding, scan) ?? []),
      );
  const sorted = proposals
    .filter(({ finding }) => !hiddenIds.has(finding.id))
    .toSorted((a, b) => b.ai.score - a.ai.score || a.finding.label - b.finding.label);
  const undecided = sorted.filter(({ ai }) => ai.decision === null && isInRuns(ai, layer));
  const open = undecided.filter(({ ai }) => ai.score >= layer.minScore);
  return {
    open,
    decided: sorted.filter(({ ai }) => ai.decision !== null),
    belowCount: undecided.length - open.length,
    scores: undecided.map(({ ai }) => ai.score),
  };
}

function proposalOf(finding: Finding, scan: Scan): Proposal | null {
  const { ai, deletedAt } = finding;
  return ai === null || deletedAt !== null ? null : { finding, ai, scan };
}

const { list } = aiTexts;

/** Formats a location, e.g. 'R 10:00 · 32 mm FN · depth 14 mm', or 'R · image 3' without one. */
export function locationText(finding: Finding, scan: Scan): string {
  const { distanceFromNippleUm, depthUm } = finding;
  const side = scan.laterality.id;
  const clock = clockOf(finding);
  const details = [
    clock === null ? side : list.at(side, clock),
    ...(distanceFromNippleUm === null ? [] : [list.fromNipple(roundedMm(distanceFromNippleUm))]),
    ...(depthUm === null ? [] : [list.depth(roundedMm(depthUm))]),
  ];
  if (details.length > 1 || clock !== null) return list.title(details);
  const inImage = Object.values(finding.marks).find(isSingleImage);
  return inImage === undefined
    ? list.unknown
    : list.title([side, list.image(imageNumberOf(inImage) + 1)]);
}

const roundedMm = (um: number): number => Math.round(um / 1_000);

function clockOf({ quadrant, clockPositionSec }: Finding): string | null {
  if (quadrant === 'subareolar') return list.subareolar;
  return clockPositionSec === null ? null : clockText((clockPositionSec / 43_200) * 360, 60);
}

/** Formats the known sizes in reporting order, e.g. '12.4 × 9.4 × 8.4 mm'; null without sizes. */
export function sizeText({ massLengthUm, massHeightUm, massWidthUm }: Finding): string | null {
  const known = [massLengthUm, massHeightUm, massWidthUm].flatMap((um) => um ?? []);
  return known.length === 0 ? null : list.size(known.map((um) => formatFixed(um / 1_000, 1)));
}

export const scoreText = (score: number): string => formatFixed(score, 2);
