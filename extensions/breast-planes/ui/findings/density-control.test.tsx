// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ExtensionContext, sessionToken, studyToken } from '#core';
import { fakePlatform } from '#core/testing';
import { render, unmountAll } from '#ui/testing';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { DensityControl } from './density-control.tsx';

afterEach(unmountAll);

/** Renders the control with the scan of the right breast open. */
async function renderControl() {
  const { backend, study, session } = await fakePlatform('PHYSICIAN');
  const idOf = (side: string) => backend.scans.find(({ laterality }) => laterality.id === side)?.id;
  await study.open(backend.studyId, idOf('R') ?? null);
  const findingsUi = createFindingsUiState();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [sessionToken, session],
    [findingsUiToken, findingsUi],
    [scanLookupToken, { lists: createStore(() => []), readLists: () => undefined }],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const { host } = await render(<DensityControl context={context} />);
  return { host, study, idOf, findingsUi };
}

it('names the breast of the open scan in the density label', async () => {
  const { host, study, idOf } = await renderControl();
  const labelText = () => host.querySelector('[data-testid=density] > span')?.textContent;
  expect(labelText()).toBe('Density, right breast');
  expect(host.innerHTML).toContain('aria-label="Density, right breast"');
  await act(() => study.selectScan(idOf('L') ?? ''));
  expect(labelText()).toBe('Density, left breast');
});

it('is disabled while the report is signed, and names the reason', async () => {
  const { host, findingsUi } = await renderControl();
  const button = () => host.querySelector('[data-testid=density] button');
  expect(button()?.hasAttribute('disabled')).toBe(false);
  const signed = { name: 'Dr. Reader', at: '2026-11-20T10:00:00.000Z' };
  await act(() => findingsUi.set({ signed }));
  expect(button()?.hasAttribute('disabled')).toBe(true);
  expect(host.querySelector('[data-testid=density]')?.getAttribute('title')).toContain(
    'Signed by Dr. Reader',
  );
  await act(() => findingsUi.set({ signed: null }));
  expect(button()?.hasAttribute('disabled')).toBe(false);
});
