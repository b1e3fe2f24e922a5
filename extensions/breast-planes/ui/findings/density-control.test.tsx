// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ExtensionContext, sessionToken, studyToken } from '#core';
import { fakePlatform } from '#core/testing';
import { render, unmountAll } from '#ui/testing';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { DensityControl } from './density-control.tsx';

afterEach(unmountAll);

it('names the breast of the open scan in the density label', async () => {
  const { backend, study, session } = await fakePlatform('PHYSICIAN');
  const idOf = (side: string) => backend.scans.find(({ laterality }) => laterality.id === side)?.id;
  await study.open(backend.studyId, idOf('R') ?? null);
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [sessionToken, session],
    [scanLookupToken, { lists: createStore(() => []), readLists: () => undefined }],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const { host } = await render(<DensityControl context={context} />);
  const labelText = () => host.querySelector('[data-testid=density] > span')?.textContent;
  expect(labelText()).toBe('Density, right breast');
  expect(host.innerHTML).toContain('aria-label="Density, right breast"');
  await act(() => study.selectScan(idOf('L') ?? ''));
  expect(labelText()).toBe('Density, left breast');
});
