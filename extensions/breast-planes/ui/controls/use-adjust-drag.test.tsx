// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { render, unmountAll } from '#ui/testing';
import { adjustmentOf, createLooks, looksToken } from '../../state/views/looks.ts';
import { useAdjustDrag } from './use-adjust-drag.ts';

afterEach(unmountAll);

function Picture({ context, scan }: { readonly context: ExtensionContext; readonly scan: Scan }) {
  return <div data-testid="picture" {...useAdjustDrag(context, 'tra', scan, 'TRA')} />;
}

it('makes the view whose greys are dragged the active one, as every other hand does', async () => {
  const { clinic, viewState } = await fakePlatform('PHYSICIAN');
  const looks = createLooks();
  const services = new Map<unknown, unknown>([
    [viewStateToken, viewState],
    [looksToken, looks],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const scan = clinic.scans[0] as Scan;
  viewState.set({ activeCellId: 'cor' });
  const { host } = await render(<Picture context={context} scan={scan} />);
  const picture = host.querySelector('[data-testid=picture]') as HTMLElement;
  Object.assign(picture, { setPointerCapture: () => undefined });
  const pointer = (kind: string, x: number, y: number, altKey: boolean): void => {
    const event = new MouseEvent(kind, { bubbles: true, clientX: x, clientY: y, altKey });
    act(() => void picture.dispatchEvent(event));
  };
  pointer('pointerdown', 100, 100, false);
  expect(viewState.store.getState().activeCellId).toBe('cor');
  pointer('pointerdown', 100, 100, true);
  pointer('pointermove', 130, 70, true);
  pointer('pointerup', 130, 70, true);
  expect(viewState.store.getState().activeCellId).toBe('tra');
  const { brightness, contrast } = adjustmentOf(looks.store.getState(), scan, 'TRA');
  expect([brightness, contrast]).toEqual([10, 10]);
});
