import type { Figure } from './figure.ts';
import { openings, ratioFigure } from './first-slice.ts';

/**
 * From the first request for a volume of 100 MB to its last byte on the graphics card and four
 * planes painted from it, over loopback, against a plain fetch of as many bytes.
 */
export async function completeVolume(): Promise<readonly Figure[]> {
  const { ours, fetched } = await openings();
  return [
    ratioFigure(
      {
        ...{ name: 'complete-volume', target: '≤ 1.5', unit: 'of its time' },
        what: 'fetch of the same bytes from a server that does nothing else',
      },
      ours.map(({ loadMs }) => loadMs),
      fetched,
      {},
    ),
  ];
}
