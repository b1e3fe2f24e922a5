import type { Finding } from '#contracts';

/** Which AI findings a reader sees on images and in lists. */
export interface AiLayer {
  /** Hides every AI finding, e.g. until the reader has finished the first read. */
  readonly hidden: boolean;
  /** Lowest score of a proposal that is shown, 0..1. */
  readonly minScore: number;
  /** Runs that a later run replaces. */
  readonly excludedRunIds: ReadonlySet<string>;
  /** Decided proposal that stays shown, e.g. while its copy is edited; null for none. */
  readonly keptFindingId: string | null;
}

/** Shows every AI finding that is not decided yet. */
export const OPEN_AI_LAYER: AiLayer = {
  hidden: false,
  minScore: 0,
  excludedRunIds: new Set(),
  keptFindingId: null,
};

type LayeredFinding = Pick<Finding, 'id' | 'generator' | 'ai'>;

/**
 * Returns whether the layer contains a finding. Contains every user finding, and AI findings that
 * were stored without a run unless the layer is hidden.
 */
export function isInAiLayer(finding: LayeredFinding, layer: AiLayer): boolean {
  if (finding.generator.id === 'USER') return true;
  if (layer.hidden) return false;
  const { ai } = finding;
  if (ai === null || finding.id === layer.keptFindingId) return true;
  return ai.decision === null && isInRuns(ai, layer) && ai.score >= layer.minScore;
}

/** Returns whether the run of a proposal is shown, whatever its score and decision. */
export function isInRuns(
  { runId }: Pick<NonNullable<Finding['ai']>, 'runId'>,
  { excludedRunIds }: AiLayer,
): boolean {
  return !excludedRunIds.has(runId);
}
