import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Feature, permitsCall, type Route } from '#contracts';
import { createViewState, type Notice, type StudyState } from '#core';
import { OPEN_AI_LAYER } from '#findings';
import { ok } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding, aScan } from '#testing';
import { createDrawingState } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { referenceLinesCommand } from '../views/overlays.ts';
import { stepCommand } from '../views/step.ts';
import { deleteFindingCommand } from './delete-finding.ts';
import { deleteSelectedCommand } from './delete-selected.ts';
import { findingCommands, showFindingCommand } from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';
import { undoCommand } from './history.ts';
import { walkCommand } from './walk-findings.ts';
import type { PriorWalk } from './walk-prior.ts';

const geometry = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
/** Stub for a view of the current exam. */
const NO_PRIOR: PriorWalk = { hasAny: () => null, step: () => false };
const signal = new AbortController().signal;
/** Arguments without ids: the command applies to the selected finding. */
const SELECTED = { findingId: null, markId: null };

function setUp(features: readonly Feature[] = ['ANTN_CREATE']) {
  const scan = aScan();
  const findings = [1, 2, 3, 4].map((label) => aFinding({ label, scan: { id: scan.id } }));
  const hidden = new Set<string>();
  let selected: string | null = null;
  const deleted: string[] = [];
  const undone: unknown[] = [];
  const actions: (Notice['action'] | undefined)[] = [];
  const messages: string[] = [];
  const leftScan = { ...aScan(), laterality: { id: 'L' } };
  const listed = () => findings.filter(({ id }) => !deleted.includes(id));
  const state = () =>
    ({
      scans: [scan, leftScan],
      targetScanId: scan.id,
      findings: listed(),
      findingsByScan: { [scan.id]: listed() },
      hiddenFindingIds: new Set(hidden),
      selectedFindingId: selected,
    }) as unknown as StudyState;
  const view = createViewState();
  const reading = createReadingState();
  reading.setVolume(scan.id, { status: 'complete', geometry });
  view.setPosition(scan.id, { sag: 0, tra: 0, depth: 10, rad: 0 });
  const services = {
    view,
    reading,
    study: {
      store: { getState: state, subscribe: () => () => undefined },
      selectFinding: (id: string | null) => {
        selected = id;
      },
      deleteFinding: (id: string) => {
        deleted.push(id);
        if (selected === id) selected = null;
        return ok(undefined);
      },
      setHidden: (id: string) => {
        hidden.add(id);
        return ok(undefined);
      },
      captureUndo: () => {
        const last = deleted.at(-1);
        return () => {
          undone.push(last);
          return ok(scan.id);
        };
      },
      undo: () => ok(leftScan.id),
    },
    notices: {
      show(_: string, text: string, action?: Notice['action']) {
        messages.push(text);
        actions.push(action);
      },
    },
    session: { mayCall: (route: Route) => permitsCall(route, features) },
    findingsUi: createFindingsUiState(),
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
    drawing: createDrawingState(),
    editsAi: true,
    editProposal: async () => null,
  } as unknown as FindingServices;
  const position = () => view.store.getState().positions[scan.id];
  return {
    services,
    findings,
    deleted,
    undone,
    actions,
    messages,
    position,
    selected: () => selected,
  };
}

describe('stepCommand', () => {
  it('scrolls the plane of the active view, or the coronal when no view is active', () => {
    const { services, position } = setUp();
    const step = stepCommand(services);
    step.run({ by: 3 }, signal);
    expect(position()).toMatchObject({ depth: 13, rad: 0 });
    services.reading.addCell('rad', 'RAD', 'other');
    services.view.set({ activeCellId: 'rad' });
    step.run({ by: -1 }, signal);
    expect(position()).toMatchObject({ depth: 13, rad: 359 });
  });

  it('uses `deg` instead of `by` on the radial plane', () => {
    const { services, position } = setUp();
    const step = stepCommand(services);
    const tenSlices = step.validate({ by: 10, deg: 15 });
    if (!tenSlices.ok) throw new Error(tenSlices.problem.detail);
    step.run(tenSlices.value, signal);
    expect(position()).toMatchObject({ depth: 20, rad: 0 });
    services.reading.addCell('rad', 'RAD', 'other');
    services.view.set({ activeCellId: 'rad' });
    step.run(tenSlices.value, signal);
    expect(position()).toMatchObject({ depth: 20, rad: 15 });
  });

  it('scrolls a named plane', () => {
    const { services, position } = setUp();
    stepCommand(services).run({ by: 2, plane: 'SAG' }, signal);
    expect(position()).toMatchObject({ sag: 2, depth: 10 });
  });

  it('rejects invalid arguments with WRONG_ARGUMENTS', () => {
    const { validate } = stepCommand(setUp().services);
    expect(validate({ by: 1 }).ok).toBe(true);
    for (const invalid of [
      undefined,
      {},
      { by: 'far' },
      { by: 1, plane: 'CEN' },
      { by: 1, deg: 'far' },
    ]) {
      expect(validate(invalid)).toMatchObject({ ok: false, problem: { code: 'WRONG_ARGUMENTS' } });
    }
  });
});

describe('showFindingCommand', () => {
  it('selects the named finding and moves every plane to it, without a selection before', () => {
    const { services, findings, selected, position } = setUp();
    const show = showFindingCommand(services);
    expect(show.enabled?.()).toBe(true);
    show.run({ findingId: findings[2]?.id ?? null, markId: null }, signal);
    expect(selected()).toBe(findings[2]?.id);
    expect(position()).not.toEqual({ sag: 0, tra: 0, depth: 10, rad: 0 });
  });

  it('is disabled without a finding that the reader sees, also while AI findings are hidden', () => {
    const { services, findings } = setUp();
    for (const { id } of findings) services.study.setHidden(id, true);
    expect(showFindingCommand(services).enabled?.()).toBe('No findings yet');
    const { services: other, findings: proposals } = setUp();
    for (const finding of proposals)
      Object.assign(finding, { generator: { id: 'AIAD', labelColour: '#FF5733' } });
    // Detections are off, but the AI panel lists its proposals and shows each one.
    expect(showFindingCommand(other).enabled?.()).toBe(true);
    other.view.set({ aiLayer: { ...OPEN_AI_LAYER, hidden: true } });
    expect(showFindingCommand(other).enabled?.()).toBe('No findings yet');
  });
});

describe('walkCommand', () => {
  it('wraps at both ends and moves every plane to the finding', () => {
    const { services, findings, position, selected } = setUp();
    const next = walkCommand(services, NO_PRIOR, 'next');
    const previous = walkCommand(services, NO_PRIOR, 'previous');
    next.run(undefined, signal);
    expect(selected()).toBe(findings[0]?.id);
    previous.run(undefined, signal);
    expect(selected()).toBe(findings[3]?.id);
    next.run(undefined, signal);
    expect(selected()).toBe(findings[0]?.id);
    // The test mark lies 20 mm below the transducer face. Slices are 0.5 mm apart; the first lies
    // 0.25 mm deep.
    expect(position()?.depth).toBeCloseTo(39.5, 9);
  });
});

describe('deleteFindingCommand', () => {
  it('deletes at once and offers to undo', () => {
    const { services, findings, deleted, actions } = setUp();
    const command = deleteFindingCommand(services);
    expect(command.enabled?.()).toBe('Select a finding first');
    walkCommand(services, NO_PRIOR, 'next').run(undefined, signal);
    expect(command.enabled?.()).toBe(true);
    command.run(SELECTED, signal);
    expect(deleted).toEqual([findings[0]?.id]);
    expect(actions[0]?.label).toBe('Undo');
  });

  it('restores the finding of the notice and no finding that was deleted later', () => {
    const { services, findings, undone, actions } = setUp();
    for (const { id } of findings) {
      deleteFindingCommand(services).run({ findingId: id, markId: null }, signal);
    }
    actions[1]?.run();
    expect(undone).toEqual([findings[1]?.id]);
  });

  it('gives the reason when the role can’t delete', () => {
    expect(deleteFindingCommand(setUp([]).services).enabled?.()).toContain('role');
  });
});

describe('a finding that leaves the list', () => {
  const run = (
    { services }: ReturnType<typeof setUp>,
    step: 'next' | 'previous' | 'delete' | 'delete-selected' | 'hide-finding',
  ): void => {
    if (step === 'delete') void deleteFindingCommand(services).run(SELECTED, signal);
    else if (step === 'delete-selected')
      void deleteSelectedCommand(services).run(undefined, signal);
    else if (step === 'hide-finding')
      void findingCommands(services)
        .find(({ id }) => id === 'breast-planes.hide-finding')
        ?.run(SELECTED, signal);
    else void walkCommand(services, NO_PRIOR, step).run(undefined, signal);
  };
  const labelOf = ({ findings, selected }: ReturnType<typeof setUp>): number | null =>
    findings.find(({ id }) => id === selected())?.label ?? null;

  it.each(['delete', 'delete-selected', 'hide-finding'] as const)(
    'passes the selection to the finding that takes its place (%s)',
    (step) => {
      const harness = setUp();
      run(harness, 'next');
      run(harness, 'next');
      run(harness, step);
      expect(labelOf(harness)).toBe(3);
    },
  );

  it.each(['delete', 'delete-selected', 'hide-finding'] as const)(
    'lets N walk on to the finding after it and P back to the one before it (%s)',
    (step) => {
      const next = setUp();
      for (const press of ['next', 'next', step, 'next'] as const) run(next, press);
      expect(labelOf(next)).toBe(3);
      run(next, 'next');
      expect(labelOf(next)).toBe(4);
      const previous = setUp();
      for (const press of ['next', 'next', step, 'previous'] as const) run(previous, press);
      expect(labelOf(previous)).toBe(1);
    },
  );

  it('is deleted in list order by N and Shift+Delete in turns, with a wrap at the end', () => {
    const harness = setUp();
    run(harness, 'next');
    const order: (number | null)[] = [];
    for (let turn = 0; turn < 3; turn++) {
      run(harness, 'next');
      order.push(labelOf(harness));
      run(harness, 'delete');
    }
    expect(order).toEqual([2, 3, 4]);
    expect(labelOf(harness)).toBe(1);
    run(harness, 'next');
    expect(labelOf(harness)).toBe(1);
    run(harness, 'delete');
    expect(labelOf(harness)).toBeNull();
  });

  it('leaves the selection and the place of N alone when another finding is selected', () => {
    const harness = setUp();
    run(harness, 'next');
    const id = harness.findings[2]?.id ?? null;
    void deleteFindingCommand(harness.services).run({ findingId: id, markId: null }, signal);
    expect(labelOf(harness)).toBe(1);
    run(harness, 'next');
    expect(labelOf(harness)).toBe(2);
  });
});

describe('undoCommand', () => {
  it('names the breast of the undone change when that breast is not open', () => {
    const { services, messages } = setUp();
    undoCommand(
      services,
      () => null,
      () => null,
    ).run(undefined, signal);
    expect(messages).toEqual(['Undone in the left breast']);
  });

  it('takes back the last point of a drawing in progress and keeps the saved findings', () => {
    const { services, messages } = setUp();
    const undoPoint = vi.fn();
    const command = undoCommand(
      services,
      () => null,
      () => undoPoint,
    );
    expect(command.enabled?.()).toBe(true);
    command.run(undefined, signal);
    expect(undoPoint).toHaveBeenCalledOnce();
    expect(messages).toEqual([]);
  });
});

describe('referenceLinesCommand', () => {
  it('switches the lines on and off and rejects unknown arguments', () => {
    const { services } = setUp();
    const command = referenceLinesCommand(services);
    const lines = () => services.view.store.getState().referenceLines;
    command.run({ only: null }, signal);
    expect(lines()).toEqual([false, false]);
    services.view.set({ visibleCellIds: ['cor', 'tra'], activeCellId: 'tra' });
    command.run({ only: 'active' }, signal);
    expect(lines()).toEqual([false, true]);
    command.run({ only: null }, signal);
    expect(lines()).toEqual([false, false]);
    expect(command.validate({ on: true }).ok).toBe(false);
    expect(command.validate(undefined)).toEqual({ ok: true, value: { only: null } });
  });
});
