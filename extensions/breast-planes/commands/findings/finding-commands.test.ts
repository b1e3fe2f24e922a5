import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Feature, type Finding, permitsCall, type Route } from '#contracts';
import { createViewState, type StudyState } from '#core';
import { fail, ok, problem } from '#foundation';
import { aFinding } from '#testing';
import { createDrawingState } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { findingArguments, findingCommands } from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';

const signal = new AbortController().signal;
const AI = { id: 'AI', labelColour: '#9B51E0' } as const;

function setUp(findings: readonly Finding[], features: readonly Feature[] = ['ANTN_CREATE']) {
  const calls: string[] = [];
  const messages: string[] = [];
  const findingsUi = createFindingsUiState();
  const [first] = findings;
  const state = {
    scans: [],
    targetScanId: null,
    selectedFindingId: first?.id ?? null,
    findingsByScan: { [first?.scan.id ?? '']: findings },
    hiddenFindingIds: new Set<string>(),
  } as unknown as StudyState;
  const recordCall = (name: string) => (id: string) => {
    calls.push(`${name} ${id}`);
    return ok(undefined);
  };
  const services = {
    view: createViewState(),
    findingsUi,
    drawing: createDrawingState(),
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
    editsAi: false,
    editProposal: async () => null,
    session: { mayCall: (route: Route) => permitsCall(route, features) },
    notices: {
      show: (_: string, text: string) => messages.push(text),
      showProblem: ({ title }: { title: string }) => messages.push(title),
    },
    study: {
      store: { getState: () => state, subscribe: () => () => undefined },
      setHidden: recordCall('hide'),
      setRepresentative: recordCall('represent'),
      deleteMark: recordCall('delete mark of'),
      ungroup: async () => fail(problem('SINGLE_MARK', 'A single mark', '', '')),
    },
  } as unknown as FindingServices;
  const command = (name: string) => {
    const match = findingCommands(services).find(({ id }) => id === `breast-planes.${name}`);
    if (match === undefined) throw new Error(`No command ${name}`);
    return match;
  };
  const run = (name: string, args = { findingId: first?.id ?? null, markId: null }) =>
    command(name).run(args, signal);
  return {
    services,
    findingsUi,
    calls,
    messages,
    command,
    run,
    enabledOrReason: (name: string) => command(name).enabled?.(),
  };
}

describe('finding commands', () => {
  it('reject arguments that name no finding', () => {
    for (const invalid of [7, 'a', { findingId: 7 }, { finding: 'a' }]) {
      expect(findingArguments(invalid)).toMatchObject({ problem: { code: 'WRONG_ARGUMENTS' } });
    }
    expect(findingArguments({ findingId: 'a', markId: 'b' }).ok).toBe(true);
  });

  it('give the reason when disabled: no selection, role, AI finding, single mark, no other finding', () => {
    expect(setUp([]).enabledOrReason('edit-note')).toBe('Select a finding first');
    expect(setUp([aFinding()], []).enabledOrReason('edit-note')).toContain('role');
    const aiSelected = setUp([aFinding({ generator: AI })]);
    expect(aiSelected.enabledOrReason('edit-note')).toBe('AI findings can’t be changed');
    expect(aiSelected.enabledOrReason('edit-ai-finding')).toContain('switched off at this site');
    const onlyFinding = setUp([aFinding()]);
    expect(onlyFinding.enabledOrReason('ungroup-finding')).toBe('The finding has only one mark');
    expect(onlyFinding.enabledOrReason('group-finding')).toBe(
      'This scan has no other user finding',
    );
    expect(onlyFinding.enabledOrReason('edit-ai-finding')).toBe('Only AI findings can be copied');
  });

  it('are disabled under a signed report and name the signer, except hiding', () => {
    const { findingsUi, enabledOrReason } = setUp([aFinding()]);
    findingsUi.set({ signed: { name: 'Ada Reader', at: '2026-02-03T10:00:00Z' } });
    expect(enabledOrReason('delete-mark')).toBe('Signed by Ada Reader on 2026-02-03');
    expect(enabledOrReason('hide-finding')).toBe(true);
  });

  it('open the grouping dialog with the checked findings, targeting the lowest number', () => {
    const finding1 = aFinding({ label: 1 });
    const finding2 = aFinding({ label: 2 });
    const { findingsUi, run } = setUp([finding1, finding2]);
    findingsUi.setChecked(finding2.id, true);
    run('group-finding');
    expect(findingsUi.store.getState().dialog).toMatchObject({
      kind: 'group',
      findingIds: [finding1.id, finding2.id],
      targetId: finding1.id,
    });
  });

  it('reject grouping of AI findings with the specification’s text', () => {
    const expected = 'The finding to group is not User generated finding';
    const selected = aFinding();
    const checked = aFinding();
    const aiFinding = aFinding({ generator: AI });
    const { findingsUi, enabledOrReason } = setUp([selected, checked, aiFinding]);
    findingsUi.setChecked(checked.id, true);
    expect(enabledOrReason('group-finding')).toBe(true);
    findingsUi.setChecked(aiFinding.id, true);
    expect(enabledOrReason('group-finding')).toBe(expected);
    expect(setUp([aiFinding, selected, checked]).enabledOrReason('group-finding')).toBe(expected);
  });

  it('report a rejection by the server and confirm a hidden finding', async () => {
    const finding = aFinding();
    const { run, messages, calls } = setUp([finding]);
    await run('ungroup-finding');
    expect(messages).toEqual(['A single mark']);
    run('hide-finding');
    expect(calls).toEqual([`hide ${finding.id}`]);
    expect(messages.at(-1)).toBe('Finding hidden from your list');
  });
});
