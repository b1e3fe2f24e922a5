import type { CheckHit } from '#report';

/** Fewer warnings of one check are listed one by one. */
const MIN_GROUP_SIZE = 3;

export interface HitGroup {
  readonly check: string;
  /** At least one. */
  readonly hits: readonly CheckHit[];
}

/**
 * Returns the hits in their order, with the warnings of one check together, at the position of the
 * first one. Errors are never grouped, because each needs its own correction.
 */
export function groupHits(hits: readonly CheckHit[]): readonly HitGroup[] {
  const groups: HitGroup[] = [];
  for (const hit of hits) {
    const same = warningsLike(hit, hits);
    if (same.length < MIN_GROUP_SIZE) groups.push({ check: hit.check, hits: [hit] });
    else if (same[0] === hit) groups.push({ check: hit.check, hits: same });
  }
  return groups;
}

function warningsLike(hit: CheckHit, hits: readonly CheckHit[]): readonly CheckHit[] {
  return hit.level === 'warn'
    ? hits.filter(({ check, level }) => level === 'warn' && check === hit.check)
    : [];
}
