// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry, VOLUME_PLANES, type VolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { layoutImage, NO_PAN } from '../../model/planes/image-layout.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { EdgeMarkers, Ruler } from './image-scale.tsx';

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

describe('the ruler of a vertical plane', () => {
  const labels = async (geometry: VolumeGeometry): Promise<(string | null)[]> => {
    const frame = imageFrame(geometry, 'SAG', null, position);
    const layout = layoutImage(frame, view, 6, NO_PAN);
    const ready = { plane: 'SAG', volume: geometry, nippleMm: null, position, frame, layout, view };
    const { host } = await render(
      <svg>
        <title>A plane</title>
        <Ruler ready={ready as ReadyPlane} />
      </svg>,
    );
    return [...host.querySelectorAll('text')].map((text) => text.textContent);
  };

  it('counts the depth from the transducer face', async () => {
    expect(await labels(volume)).toEqual(['10', '20', '30', '40']);
  });

  it('is a scale bar if the face is tilted, because no depth lies at one height', async () => {
    const tilted = {
      ...volume,
      recordedBox: {
        cornerMm: [-50, 15, -50],
        edgesMm: [
          [100, 0, 0],
          [0, 37.6, 13.7],
          [0, -34.2, 94],
        ],
      },
    } as const;
    expect(await labels(tilted)).toEqual(['0', '10 mm']);
  });
});
