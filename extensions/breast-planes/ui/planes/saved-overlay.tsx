import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ExtensionContext } from '#core';
import type { Slab } from '../../model/planes/plane-presentation.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { overlayAddresses } from '../shared/save-view-image.ts';
import { SavedPlaneOverlay } from './plane-overlay.tsx';

/** Overlay of a saved image. */
export interface SavedOverlay {
  /** Addresses of its layers as svg images, lowest first. */
  readonly addresses: readonly string[];
  /** Marks with a part inside the image. */
  readonly markIds: readonly string[];
}

export const NO_OVERLAY: SavedOverlay = { addresses: [], markIds: [] };

/**
 * Draws the overlay of an image outside the screen, because styles apply only in the page, and
 * returns its layers.
 */
export function drawSavedOverlay(
  context: ExtensionContext,
  cellId: string,
  ready: ReadyPlane,
  slab: Slab,
): SavedOverlay {
  const { width, height } = ready.view;
  const host = document.createElement('div');
  Object.assign(host.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(host);
  const root = createRoot(host);
  try {
    flushSync(() =>
      root.render(
        <SavedPlaneOverlay context={context} cellId={cellId} ready={ready} slab={slab} />,
      ),
    );
    const layers = [...host.querySelectorAll<SVGSVGElement>(':scope > svg')];
    return { addresses: overlayAddresses(layers, ready.view), markIds: markIdsIn(host) };
  } finally {
    root.unmount();
    host.remove();
  }
}

function markIdsIn(view: HTMLElement): readonly string[] {
  const area = view.getBoundingClientRect();
  return [...view.querySelectorAll('[data-mark-id]')].flatMap((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const outside =
      right < area.left || left > area.right || bottom < area.top || top > area.bottom;
    return outside ? [] : (element.getAttribute('data-mark-id') ?? []);
  });
}
