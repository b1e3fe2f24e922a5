import type { Finding, Scan } from '#contracts';
import { type ListChoice, shownOf } from '../../model/findings/finding-rows.ts';
import { positionOfFinding } from '../../model/findings/format-finding.ts';
import type { PriorFindings } from '../../state/findings/prior-findings.ts';
import { nippleOf } from '../../state/volumes/study-selectors.ts';
import { type CommandServices, scanOfCell, shownActiveCell } from '../services.ts';

/** Moves the planes of an earlier scan to one of its findings; linked ones of today follow. */
export function showPrior({ view, reading }: CommandServices, scan: Scan, finding: Finding): void {
  const volume = reading.store.getState().volumes[scan.id]?.geometry ?? null;
  const now = view.store.getState().positions[scan.id];
  if (volume === null || now === undefined) return;
  const shown = positionOfFinding(finding, volume, nippleOf(scan, volume), now.rad);
  if (shown !== null) view.setPosition(scan.id, shown);
}

/** The findings of the earlier scan whose view is the active one. */
export interface PriorWalk {
  /** Null where today's findings are walked; else whether the earlier scan has any. */
  hasAny(choice: ListChoice): boolean | null;
  /** To the next or the previous of them, around the ends; false where today's are walked. */
  step(by: 1 | -1, choice: ListChoice): boolean;
}

/**
 * Walks an earlier scan's findings while one of its views is active: there N and P would else move
 * planes that nobody looks at. Nothing is selected, for nothing of theirs can be changed here.
 */
export function createPriorWalk(
  services: CommandServices,
  prior: Pick<PriorFindings, 'store'>,
): PriorWalk {
  /** Gone to last, by scan. */
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
