import { type ExtensionContext, studyToken } from '#core';
import { type PriorScan, priorFindingsToken } from './prior-findings.ts';

type Priors = Readonly<Record<string, PriorScan>>;

const unions = new WeakMap<
  Priors,
  { readonly own: ReadonlySet<string>; readonly all: ReadonlySet<string> }
>();

/**
 * Returns the findings that the reader has removed from their own list, in the shown scans and
 * prior scans; the same set until a change.
 */
export function hiddenIds(context: ExtensionContext): ReadonlySet<string> {
  const own = context.use(studyToken).store.getState().hiddenFindingIds;
  const priors = context.tryUse(priorFindingsToken)?.store.getState();
  if (priors === undefined) return own;
  const known = unions.get(priors);
  if (known?.own === own) return known.all;
  const ofPriors = Object.values(priors).flatMap((prior) => [...prior.hiddenIds]);
  const all = ofPriors.length === 0 ? own : new Set([...own, ...ofPriors]);
  unions.set(priors, { own, all });
  return all;
}
