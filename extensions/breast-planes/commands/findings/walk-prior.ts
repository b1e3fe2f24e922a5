import type { Finding, Scan } from '#contracts';
import { isAnnotation } from '#findings';
import { type ListChoice, shownOf } from '../../model/findings/finding-rows.ts';
import { positionOfFinding } from '../../model/findings/format-finding.ts';
import type { PriorFindings } from '../../state/findings/prior-findings.ts';
import { nippleOf } from '../../state/volumes/study-selectors.ts';
import { type CommandServices, scanOfCell, shownActiveCell } from '../services.ts';

/**
 * Moves the planes of a prior scan to one of its findings; linked planes of the current exam
 * follow. Does nothing until the volume of the prior is loaded.
 */
export function showPriorFinding(
  { view, reading }: CommandServices,
  scan: Scan,
  finding: Finding,
): void {
  const volume = reading.store.getState().volumes[scan.id]?.geometry ?? null;
  const current = view.store.getState().positions[scan.id];
  if (volume === null || current === undefined) return;
  const position = positionOfFinding(finding, volume, nippleOf(scan, volume), current.rad);
  if (position !== null) view.setPosition(scan.id, position);
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
  const lastVisited = new Map<string, string>();
  const activePriorScan = (choice: ListChoice) => {
    const cellId = shownActiveCell(services.view);
    const scan = cellId === null ? null : scanOfCell(services, cellId);
    const { scans } = services.study.store.getState();
    if (scan === null || scans.some(({ id }) => id === scan.id)) return null;
    const known = prior.store.getState()[scan.id];
    if (known === undefined) return { scan, findings: [] };
    const shown = shownOf(known.findings, { ...choice, hiddenIds: known.hiddenIds });
    return { scan, findings: shown.filter((finding) => !isAnnotation(finding)) };
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
      const lastIndex = findings.findIndex(({ id }) => id === lastVisited.get(scan.id));
      // Without a visited finding, N goes to the first finding and P to the last.
      const start = lastIndex === -1 && by === -1 ? 0 : lastIndex;
      const next = findings[(start + by + findings.length) % findings.length];
      if (next === undefined) return true;
      lastVisited.set(scan.id, next.id);
      showPriorFinding(services, scan, next);
      return true;
    },
  };
}
