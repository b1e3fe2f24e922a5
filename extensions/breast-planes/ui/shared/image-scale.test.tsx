// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry, VOLUME_PLANES } from '#geometry';
import { aScan } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { layoutImage, NO_PAN } from '../../model/planes/image-layout.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { EdgeMarkers } from './image-scale.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 50);
const position = { sag: 0, tra: 0, depth: 10, rad: 300 };
const view = { width: 600, height: 300 };
/** Right end in px of three-digit ruler numbers in the small font, centred at 20 px. */
const RULER_END_PX = 32;

it.each(VOLUME_PLANES)(
  'keeps the text at the left edge of %s clear of the ruler’s numbers',
  async (plane) => {
    const frame = imageFrame(volume, plane, null, position);
    const layout = layoutImage(frame, view, 6, NO_PAN);
    const scan = aScan();
    const ready = { plane, scan, volume, nippleMm: null, position, frame, layout, view };
    const { host } = await render(
      <svg>
        <title>A plane</title>
        <EdgeMarkers ready={ready as ReadyPlane} />
      </svg>,
    );
    const marker = host.querySelector<SVGTextElement>('[data-edge=left]');
    expect(marker?.textContent).toBe({ COR: 'R', TRA: 'R', SAG: 'H', RAD: '4:00' }[plane]);
    // A letter fits between two numbers of the ruler; clock times are wider than the ruler's
    // column.
    if (plane !== 'RAD') return;
    expect(marker?.style.textAnchor).toBe('start');
    expect(Number(marker?.getAttribute('x'))).toBeGreaterThan(RULER_END_PX);
  },
);
