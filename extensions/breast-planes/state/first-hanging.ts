import type { HangingProtocol } from '#contracts';
import { type HangableImage, hang } from '#core/light';
import { VOLUME_PLANES, type VolumePlane } from '#geometry';
import { type FirstScan, firstScan, type Unchecked } from '../model/first-view.ts';

/** Viewport of a plane in the manifest. */
const PLANE_VIEWPORT = 'breast-planes.plane';

/** The layout to hang, with the scan of each cell. */
export interface FirstHanging {
  readonly protocol: HangingProtocol;
  readonly cells: readonly {
    readonly area: string;
    readonly plane: VolumePlane;
    readonly scan: FirstScan;
    /** See `Cell` of the reading state. */
    readonly hasOwnScale: boolean;
  }[];
  /** Unique, the opened scan first. */
  readonly scans: readonly FirstScan[];
}

/**
 * Returns the layout that the application will hang if all completed scans have a volume. Null for
 * a layout with other views than planes, and if the saved layout or a scan is not available.
 * `savedLayoutId` is the layout in which the user left the opened scan.
 */
export function firstHanging(
  protocols: readonly HangingProtocol[],
  scans: readonly Unchecked[],
  targetScanId: string,
  savedLayoutId: string | null,
): FirstHanging | null {
  const images = scans.flatMap((scan) => (scan.scanState === 'C' ? [imageOf(scan)] : []));
  const { protocol, cells } = hang(protocols, { images, targetScanId, selectedId: savedLayoutId });
  if (protocol === null || (savedLayoutId !== null && protocol.id !== savedLayoutId)) return null;
  const planeCells = cells.flatMap(({ area, viewport, options, image }) => {
    const plane = VOLUME_PLANES.find((candidate) => candidate === options.plane);
    const scan = firstScan(scans.find(({ id }) => id === image?.scan.id));
    if (viewport !== PLANE_VIEWPORT || plane === undefined || scan === null) return [];
    return [{ area, plane, scan, hasOwnScale: options.scale === 'own' }];
  });
  const scansById = new Map(planeCells.map(({ scan }) => [scan.id, scan]));
  const opened = scansById.get(targetScanId);
  if (planeCells.length < cells.length || opened === undefined) return null;
  return { protocol, cells: planeCells, scans: [...new Set([opened, ...scansById.values()])] };
}

/** Returns the volume of a scan for hanging, which reads only these fields. */
function imageOf({ id, label, laterality, origin, acquisitionTime }: Unchecked): HangableImage {
  const scan = { id, label, laterality, origin, acquisitionTime } as HangableImage['scan'];
  return { scan, kind: 'VOLUME', file: null };
}
