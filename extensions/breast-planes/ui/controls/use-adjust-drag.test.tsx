// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { render, unmountAll } from '#ui/testing';
import {
  adjustmentOf,
  createPresentations,
  presentationToken,
} from '../../state/views/presentations.ts';
import { useAdjustDrag } from './use-adjust-drag.ts';

afterEach(unmountAll);

function TestImage({ context, scan }: { readonly context: ExtensionContext; readonly scan: Scan }) {
  return <div data-testid="picture" {...useAdjustDrag(context, 'tra', scan, 'TRA')} />;
}

it('activates the view whose adjustments are changed by Alt and drag', async () => {
  const { backend, viewState } = await fakePlatform('PHYSICIAN');
  const presentations = createPresentations();
  const services = new Map<unknown, unknown>([
    [viewStateToken, viewState],
    [presentationToken, presentations],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const scan = backend.scans[0] as Scan;
  viewState.set({ activeCellId: 'cor' });
  const { host } = await render(<TestImage context={context} scan={scan} />);
  const imageElement = host.querySelector('[data-testid=picture]') as HTMLElement;
  Object.assign(imageElement, { setPointerCapture: () => undefined });
  const pointer = (kind: string, x: number, y: number, altKey: boolean): void => {
    const event = new MouseEvent(kind, { bubbles: true, clientX: x, clientY: y, altKey });
    act(() => void imageElement.dispatchEvent(event));
  };
  pointer('pointerdown', 100, 100, false);
  expect(viewState.store.getState().activeCellId).toBe('cor');
  pointer('pointerdown', 100, 100, true);
  pointer('pointermove', 130, 70, true);
  pointer('pointerup', 130, 70, true);
  expect(viewState.store.getState().activeCellId).toBe('tra');
  const { brightness, contrast } = adjustmentOf(presentations.store.getState(), scan, 'TRA');
  expect([brightness, contrast]).toEqual([10, 10]);
});
