// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import {
  createViewState,
  type ExtensionContext,
  preferencesToken,
  studyToken,
  viewStateToken,
} from '#core';
import { OPEN_AI_LAYER } from '#findings';
import { problem } from '#foundation';
import { imageFrame, scannedVolumeGeometry } from '#geometry';
import { aFinding, aScan } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { layoutImage } from '../../model/planes/image-layout.ts';
import { DEFAULT_PRESENTATION } from '../../model/planes/plane-presentation.ts';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { NoGraphicsFallback } from './no-graphics-fallback.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([20, 10, 20], [1, 1, 1], 9);
const position = { sag: 0, tra: 0, depth: 5, rad: 0 };
const view = { width: 300, height: 300 };

it('shows slices through the listed findings only', async () => {
  const scan = aScan();
  const scanned = { scan: { id: scan.id } };
  const generator = { id: 'AI', labelColour: '#9B51E0' } as const;
  const hidden: Finding = aFinding({ ...scanned, label: 2 });
  const findings = [
    aFinding({ ...scanned, label: 1 }),
    hidden,
    aFinding({ ...scanned, label: 3, generator }),
  ];
  const store = createStore(() => ({
    findings,
    findingsByScan: { [scan.id]: findings },
    hiddenFindingIds: new Set([hidden.id]),
  }));
  const viewState = createViewState({ ...OPEN_AI_LAYER, hidden: true });
  const services = new Map<unknown, unknown>([
    [studyToken, { store }],
    [viewStateToken, viewState],
    [findingsUiToken, createFindingsUiState()],
    [preferencesToken, { store: createStore(() => ({ ready: true, values: new Map() })) }],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    tryUse: () => null,
  } as unknown as ExtensionContext;
  const frame = imageFrame(volume, 'COR', null, position);
  const ready: ReadyPlane = {
    plane: 'COR',
    scan,
    volume,
    nippleMm: null,
    position,
    frame,
    layout: layoutImage(frame, view, 2, { rightMm: 0, downMm: 0 }),
    view,
  };
  const { host } = await render(
    <NoGraphicsFallback
      context={context}
      problem={problem('NO_GRAPHICS', 'No images', '', '')}
      ready={ready}
      volume={{ id: 'volume', geometry: volume, voxels: new Uint8Array(20 * 10 * 20) }}
      presentation={DEFAULT_PRESENTATION}
    />,
  );
  const numbers = () =>
    [...host.querySelectorAll('li')].map((slice) => /\d+/.exec(slice.textContent ?? '')?.[0] ?? '');
  expect(numbers()).toEqual(['', '1']);
  await act(() => viewState.set({ aiLayer: OPEN_AI_LAYER }));
  expect(numbers()).toEqual(['', '1', '3']);
});
