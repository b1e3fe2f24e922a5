// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Scan } from '#contracts';
import { configToken, type ExtensionContext } from '#core';
import { testConfig } from '#core/testing';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { A, B, handsDesk } from '../../interaction/test-support/hands-desk.ts';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { MarkMenu } from './mark-menu.tsx';

afterEach(unmountAll);

/** What the menu of a mark says that was just drawn; `-` before what can't be pressed. */
async function menuOf(of: 'today' | 'before', role?: 'VIEWER') {
  const room = await handsDesk();
  room.choose('LENGTH');
  room.drag(A, B);
  const [own] = room.study.store.getState().findings;
  if (own === undefined) throw new Error('A finding was made');
  const earlier = { ...aFinding(), id: 'old-1', scan: { id: 'old-scan' } };
  const old: Scan = { ...room.scan, id: 'old-scan', acquisitionTime: '2025-11-19T10:00:00Z' };
  room.viewState.set({ priors: [old] });
  const priors = {
    store: createStore(() => ({ [old.id]: { findings: [earlier], signed: null } })),
  };
  const { context: desk } = room.facts;
  const session = role === undefined ? null : { can: () => false };
  const use = (token: unknown): unknown => {
    if (token === priorFindingsToken) return priors;
    if (token === configToken) return testConfig;
    const found: unknown = desk.use(token as never);
    return session !== null && found === room.session ? session : found;
  };
  const context = { use, tryUse: use } as ExtensionContext;
  const finding = of === 'today' ? own : earlier;
  const menu = {
    findingId: finding.id,
    at: A,
    asked: true,
    markId: Object.keys(finding.marks)[0] ?? '',
  };
  await render(<MarkMenu context={context} menu={menu} onClose={() => undefined} />);
  const said = () =>
    [...document.querySelectorAll('[role=menuitem]')].map(
      (item) => `${item.getAttribute('aria-disabled') === 'true' ? '-' : ''}${item.textContent}`,
    );
  return { said, findings: room.findings };
}

describe('the menu of a mark', () => {
  it('greys what would change it once the report is signed, and says by whom, while it is open', async () => {
    const { said, findings } = await menuOf('today');
    expect(said()).toContain('Delete the finding');
    act(() => findings.set({ signed: { name: 'Dr Holm', at: '2025-11-20T10:00:00.000Z' } }));
    expect(said()).toContain('-Delete the finding (signed by Dr Holm on 2025-11-20)');
    expect(said().filter((entry) => !entry.startsWith('-'))).toEqual(['Hide the finding']);
  });

  it('greys it for whoever may only look', async () => {
    const { said } = await menuOf('today', 'VIEWER');
    expect(said()).toContain('-Delete this mark (your role may not)');
    expect(said().filter((entry) => !entry.startsWith('-'))).toEqual(['Hide the finding']);
  });

  it('greys it for a mark of an earlier examination, and leads there', async () => {
    const { said } = await menuOf('before');
    expect(said()[0]).toMatch(/^-This is of the examination of 2025-11-19/);
    expect(said()).toContain('-Delete the finding (of the examination of 2025-11-19)');
    expect(said().filter((entry) => !entry.startsWith('-'))).toEqual(['Open that examination']);
  });
});
