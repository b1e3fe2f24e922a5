import {
  type DroppedProposals,
  type DropReason,
  MAX_CHECKED_PROPOSALS,
  MAX_PROPOSALS,
} from '#contracts';

interface Issue {
  readonly path: readonly PropertyKey[];
}

/** The part of a schema in use. */
interface ProposalSchema<Proposal> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Proposal }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

export interface SiftedProposals<Proposal> {
  /** Highest score first, at most `MAX_PROPOSALS`. */
  readonly valid: readonly Proposal[];
  /** Counts further proposals that are left out; no effect for 0. */
  drop(reason: DropReason, count?: number): void;
  /** Returns all proposals that were left out, by reason. */
  dropped(): readonly DroppedProposals[];
}

/**
 * Separates the valid ones of untrusted proposals, and counts the others by reason. `placeDrop`
 * returns why a proposal of valid form can't be stored, null if it can. Checks the first
 * `MAX_CHECKED_PROPOSALS`; the others and `alreadyCut` proposals count as over the limit.
 */
export function siftProposals<Proposal extends { readonly score: number }>(
  proposals: readonly unknown[],
  schema: ProposalSchema<Proposal>,
  placeDrop: (proposal: Proposal) => DropReason | null,
  alreadyCut: number,
): SiftedProposals<Proposal> {
  const counts = new Map<DropReason, number>();
  const drop = (reason: DropReason, count = 1): void => {
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
  };
  const valid: Proposal[] = [];
  const checked = proposals.slice(0, MAX_CHECKED_PROPOSALS);
  const unchecked = proposals.length - checked.length + alreadyCut;
  for (const proposal of checked) {
    const parsed = schema.safeParse(proposal);
    const reason = parsed.success
      ? placeDrop(parsed.data)
      : dropOfForm(proposal, parsed.error.issues);
    if (parsed.success && reason === null) valid.push(parsed.data);
    else drop(reason ?? 'INVALID_FORM');
  }
  valid.sort((a, b) => b.score - a.score);
  drop('OVER_LIMIT', Math.max(0, valid.length - MAX_PROPOSALS) + unchecked);
  return {
    valid: valid.slice(0, MAX_PROPOSALS),
    drop,
    dropped: () => [...counts].map(([reason, count]) => ({ reason, count })),
  };
}

/** Returns the reason for which a proposal has an invalid form. */
function dropOfForm(proposal: unknown, issues: readonly Issue[]): DropReason {
  const isNotFinite = issues.some(({ path }) => {
    const value = valueAt(proposal, path);
    return typeof value === 'number' && !Number.isFinite(value);
  });
  if (isNotFinite) return 'NOT_FINITE';
  const isScore = issues.every(
    ({ path }) => path[0] === 'score' && typeof valueAt(proposal, path) === 'number',
  );
  return isScore ? 'SCORE_OUT_OF_RANGE' : 'INVALID_FORM';
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : null),
    value,
  );
}
