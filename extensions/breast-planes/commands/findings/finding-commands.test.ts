import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Feature, type Finding, permitsCall, type Route } from '#contracts';
import type { StudyState } from '#core';
import { fail, ok, problem } from '#foundation';
import { aFinding } from '#testing';
import { createDrawingState } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { type FindingServices, findingArguments, findingCommands } from './finding-commands.ts';

const signal = new AbortController().signal;
const AI = { id: 'AI', labelColour: '#9B51E0' } as const;

function setUp(findings: readonly Finding[], features: readonly Feature[] = ['ANTN_CREATE']) {
  const called: string[] = [];
  const messages: string[] = [];
  const findingsUi = createFindingsUiState();
  const [first] = findings;
  const state = {
    selectedFindingId: first?.id ?? null,
    findingsByScan: { [first?.scan.id ?? '']: findings },
    hiddenFindingIds: new Set<string>(),
  } as unknown as StudyState;
  const done = (name: string) => (id: string) => {
    called.push(`${name} ${id}`);
    return ok(undefined);
  };
  const services = {
    findingsUi,
    drawing: createDrawingState(),
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
    editsAi: false,
    session: { mayCall: (route: Route) => permitsCall(route, features) },
    notices: {
      show: (_: string, text: string) => messages.push(text),
      showProblem: ({ title }: { title: string }) => messages.push(title),
    },
    study: {
      store: { getState: () => state, subscribe: () => () => undefined },
      setHidden: done('hide'),
      setRepresentative: done('represent'),
      deleteMark: done('delete mark of'),
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
    called,
    messages,
    command,
    run,
    may: (name: string) => command(name).enabled?.(),
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
    expect(setUp([]).may('edit-note')).toBe('Select a finding first');
    expect(setUp([aFinding()], []).may('edit-note')).toContain('role');
    const ofAi = setUp([aFinding({ generator: AI } as never)]);
    expect(ofAi.may('edit-note')).toBe('AI findings can’t be changed');
    expect(ofAi.may('edit-ai-finding')).toContain('switched off at this site');
    const alone = setUp([aFinding()]);
    expect(alone.may('ungroup-finding')).toBe('The finding has only one mark');
    expect(alone.may('group-finding')).toBe('This scan has no other user finding');
    expect(alone.may('edit-ai-finding')).toBe('Only AI findings can be copied');
  });

  it('are disabled under a signed report and name the signer, except hiding', () => {
    const { findingsUi, may } = setUp([aFinding()]);
    findingsUi.set({ signed: { name: 'Ada Reader', at: '2026-02-03T10:00:00Z' } });
    expect(may('delete-mark')).toBe('Signed by Ada Reader on 2026-02-03');
    expect(may('hide-finding')).toBe(true);
  });

  it('open the grouping dialog with the checked findings, targeting the lowest number', () => {
    const [one, two] = [aFinding({ label: 1 }), aFinding({ label: 2 })];
    const { findingsUi, run } = setUp([one, two]);
    findingsUi.setChecked(two.id, true);
    run('group-finding');
    expect(findingsUi.store.getState().dialog).toMatchObject({
      kind: 'group',
      findingIds: [one.id, two.id],
      targetId: one.id,
    });
  });

  it('reject grouping of AI findings with the specification’s text', () => {
    const expected = 'The finding to group is not User generated finding';
    const [one, two, ai] = [aFinding(), aFinding(), aFinding({ generator: AI })];
    const { findingsUi, may } = setUp([one, two, ai]);
    findingsUi.setChecked(two.id, true);
    expect(may('group-finding')).toBe(true);
    findingsUi.setChecked(ai.id, true);
    expect(may('group-finding')).toBe(expected);
    expect(setUp([ai, one, two]).may('group-finding')).toBe(expected);
  });

  it('report a rejection by the server and confirm what was done', async () => {
    const finding = aFinding();
    const { run, messages, called } = setUp([finding]);
    await run('ungroup-finding');
    expect(messages).toEqual(['A single mark']);
    run('hide-finding');
    expect(called).toEqual([`hide ${finding.id}`]);
    expect(messages.at(-1)).toBe('Finding hidden from your list');
  });
});
