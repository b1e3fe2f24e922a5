import type { Finding, Scan } from '#contracts';
import { type ListChoice, shownOf } from '../../model/findings/finding-rows.ts';
import { positionOfFinding } from '../../model/findings/format-finding.ts';
import type { PriorFindings } from '../../state/findings/prior-findings.ts';
import { nippleOf } from '../../state/volumes/study-selectors.ts';
import { type CommandServices, scanOfCell, shownActiveCell } from '../services.ts';

/**
 * Moves the planes of a prior scan to one of its findings; linked planes of the current exam
 * follow.
 */
export function showPrior({ view, reading }: CommandServices, scan: Scan, finding: Finding): void {
  const volume = reading.store.getState().volumes[scan.id]?.geometry ?? null;
  const now = view.store.getState().positions[scan.id];
  if (volume === null || now === undefined) return;
  const shown = positionOfFinding(finding, volume, nippleOf(scan, volume), now.rad);
  if (shown !== null) view.setPosition(scan.id, shown);
}

/** Steps through the findings of the prior scan whose view is active. */
export interface PriorWalk {
  /**
   * Null if the active view shows the current exam; else whether the prior scan has listed
   * findings.
   */
  hasAny(choice: ListChoice): boolean | null;
  /**
   * Moves to the next or previous prior finding, wrapping at the ends; false if the active view
   * shows the current exam.
   */
  step(by: 1 | -1, choice: ListChoice): boolean;
}

/**
 * Steps through a prior scan's findings while one of its views is active, because N and P would
 * otherwise move planes of other views. Selects nothing, because prior findings are read-only.
 */
export function createPriorWalk(
  services: CommandServices,
  prior: Pick<PriorFindings, 'store'>,
): PriorWalk {
  /** Id of the last visited finding by scan. */
  const last = new Map<string, string>();
  const activePriorScan = (choice: ListChoice) => {
    const cellId = shownActiveCell(services.view);
    const scan = cellId === null ? null : scanOfCell(services, cellId);
    const { scans } = services.study.store.getState();
    if (scan === null || scans.some(({ id }) => id === scan.id)) return null;
    const all = prior.store.getState()[scan.id]?.findings ?? [];
    return { scan, findings: shownOf(all, choice) };
  };
  return {
    hasAny(choice) {
      const active = activePriorScan(choice);
      return active === null ? null : active.findings.length > 0;
    },
    step(by, choice) {
      const active = activePriorScan(choice);
      if (active === null) return false;
      const { scan, findings } = active;
      const at = findings.findIndex(({ id }) => id === last.get(scan.id));
      const start = at === -1 && by === -1 ? 0 : at;
      const next = findings[(start + by + findings.length) % findings.length];
      if (next === undefined) return true;
      last.set(scan.id, next.id);
      showPrior(services, scan, next);
      return true;
    },
  };
}
