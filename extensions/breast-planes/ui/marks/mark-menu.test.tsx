// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Scan } from '#contracts';
import { configToken, type ExtensionContext } from '#core';
import { testConfig } from '#core/testing';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import {
  A,
  B,
  createInteractionHarness,
} from '../../interaction/test-support/interaction-harness.ts';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { MarkMenu } from './mark-menu.tsx';

afterEach(unmountAll);

/**
 * Renders the menu of a new mark (`current`) or of a prior's mark (`prior`); disabled items start
 * with `-`.
 */
async function renderMenu(exam: 'current' | 'prior', role?: 'VIEWER') {
  const harness = await createInteractionHarness();
  harness.selectTool('LENGTH');
  harness.drag(A, B);
  const [drawn] = harness.study.store.getState().findings;
  if (drawn === undefined) throw new Error('No finding was created');
  const priorFinding = { ...aFinding(), id: 'old-1', scan: { id: 'old-scan' } };
  const priorScan: Scan = {
    ...harness.scan,
    id: 'old-scan',
    acquisitionTime: '2025-11-19T10:00:00Z',
  };
  harness.viewState.set({ priors: [priorScan] });
  const priors = {
    store: createStore(() => ({
      [priorScan.id]: { findings: [priorFinding], hiddenIds: new Set(), signed: null },
    })),
  };
  const { context: baseContext } = harness.imageInfo;
  const session = role === undefined ? null : { mayCall: () => false };
  const use = (token: unknown): unknown => {
    if (token === priorFindingsToken) return priors;
    if (token === configToken) return testConfig;
    const service: unknown = baseContext.use(token as never);
    return session !== null && service === harness.session ? session : service;
  };
  const context = { use, tryUse: use } as ExtensionContext;
  const finding = exam === 'current' ? drawn : priorFinding;
  const menu = {
    findingId: finding.id,
    at: A,
    requested: true,
    markId: Object.keys(finding.marks)[0] ?? '',
  };
  await render(<MarkMenu context={context} menu={menu} onClose={() => undefined} />);
  const menuItems = () =>
    [...document.querySelectorAll('[role=menuitem]')].map(
      (item) => `${item.getAttribute('aria-disabled') === 'true' ? '-' : ''}${item.textContent}`,
    );
  return { menuItems, findings: harness.findings };
}

describe('the menu of a mark', () => {
  it('disables changes and names the signer when the report is signed while the menu is open', async () => {
    const { menuItems, findings } = await renderMenu('current');
    expect(menuItems()).toContain('Delete finding');
    act(() => findings.set({ signed: { name: 'Dr Holm', at: '2025-11-20T10:00:00.000Z' } }));
    expect(menuItems()).toContain('-Delete finding (signed by Dr Holm on 2025-11-20)');
    expect(menuItems().filter((entry) => !entry.startsWith('-'))).toEqual(['Hide finding']);
  });

  it('disables changes for a role that may only view', async () => {
    const { menuItems } = await renderMenu('current', 'VIEWER');
    expect(menuItems()).toContain('-Delete mark (not allowed for your role)');
    expect(menuItems().filter((entry) => !entry.startsWith('-'))).toEqual(['Hide finding']);
  });

  it('disables changes for a mark of a prior and offers to open its exam', async () => {
    const { menuItems } = await renderMenu('prior');
    expect(menuItems()[0]).toMatch(/^-This mark belongs to the prior of 2025-11-19/);
    expect(menuItems()).toContain('-Delete finding (prior 2025-11-19)');
    expect(menuItems().filter((entry) => !entry.startsWith('-'))).toEqual(['Open that exam']);
  });
});
