import { type Figure, median, quartiles, round } from '../support/figure.ts';
import { measureOpenings, ratioFigure } from './first-slice.ts';

/**
 * Measures the time from the first request for a volume of 100 MB to its last byte on the graphics
 * card and four painted planes, over loopback, against a plain fetch of equal size. Also measures a
 * page that only fetches, uploads and paints.
 */
export async function completeVolume(): Promise<readonly Figure[]> {
  const { product, bare } = await measureOpenings();
  const fetchedMs = bare.map(({ fetchMs }) => fetchMs);
  const barePageRatios = bare.map(({ fetchMs, loadMs }) => loadMs / fetchMs);
  return [
    ratioFigure(
      {
        name: 'complete-volume',
        target: '≤ 1.5',
        unit: 'times the time of the peer',
        what: 'fetch of the same bytes from a server that does nothing else',
      },
      product.map(({ loadMs }) => loadMs),
      fetchedMs,
      { barePage: { figure: round(median(barePageRatios)), spread: quartiles(barePageRatios) } },
    ),
  ];
}
