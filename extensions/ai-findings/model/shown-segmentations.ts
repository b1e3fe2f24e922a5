import type { Finding } from '#contracts';
import { type AiLayer, isInAiLayer } from '#findings';

/**
 * Returns the segmentations whose masks are drawn: accepted ones, and undecided ones that the layer
 * contains; none while the layer is hidden.
 */
export function shownSegmentations(
  findings: readonly Finding[],
  layer: AiLayer,
  hiddenIds: ReadonlySet<string>,
): readonly Finding[] {
  if (layer.hidden) return [];
  return findings.filter((finding) => {
    const { id, generator, ai, deletedAt } = finding;
    if (generator.id !== 'AI' || ai === null || deletedAt !== null || hiddenIds.has(id))
      return false;
    return ai.decision === null ? isInAiLayer(finding, layer) : ai.decision.kind !== 'REJECTED';
  });
}
