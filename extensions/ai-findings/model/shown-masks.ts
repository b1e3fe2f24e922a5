import type { Finding } from '#contracts';
import { type AiLayer, isInAiLayer } from '#findings';

/**
 * Returns the AI findings whose stored masks are drawn: accepted ones, and undecided ones that the
 * layer contains; none while the layer is hidden.
 */
export function shownMasks(
  findings: readonly Finding[],
  layer: AiLayer,
  hiddenIds: ReadonlySet<string>,
): readonly Finding[] {
  if (layer.hidden) return [];
  return findings.filter((finding) => {
    const { id, ai, deletedAt } = finding;
    if (ai === null || deletedAt !== null || hiddenIds.has(id)) return false;
    return ai.decision === null ? isInAiLayer(finding, layer) : ai.decision.kind !== 'REJECTED';
  });
}
