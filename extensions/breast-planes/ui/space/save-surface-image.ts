import type { Scan } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import type { LocationReference } from '#findings';
import { summaryLine } from '../../model/findings/image-caption.ts';
import type { Lesion } from '../../model/space/lesions.ts';
import { exportName } from '../../model/space/mesh-export.ts';
import { findingsOfScan } from '../../state/findings/scan-findings.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { locationReference, scanOf } from '../../state/volumes/study-selectors.ts';
import { copyView, saveViewImage } from '../shared/save-view-image.ts';

/** A scene on the screen and the findings that it shows. */
export interface SurfaceImage {
  readonly scan: Scan;
  readonly canvas: HTMLCanvasElement | null;
  readonly view: HTMLElement | null;
  readonly lesions: readonly Lesion[];
}

/** Saves a scene with its svg overlay as a PNG file; the caption names each finding. */
export async function saveSurfaceImage(
  context: ExtensionContext,
  { scan, canvas, view, lesions }: SurfaceImage,
): Promise<void> {
  const overlay = view?.querySelector('svg') ?? null;
  const reference = referenceOf(context, scan.id);
  const caption = findingsOfScan(context, scan.id)
    .filter(({ id }) => lesions.some(({ findingId }) => findingId === id))
    .map((finding) => summaryLine(finding, reference, scan.laterality.id));
  await saveViewImage(context, {
    image: () => copyView({ canvas, view, overlays: overlay === null ? [] : [overlay] }),
    scan,
    caption: [scan.label, ...caption],
    name: exportName(scan.label, scan.id, 'png'),
  });
}

function referenceOf(context: ExtensionContext, scanId: string): LocationReference | null {
  const { volumes, skins } = context.use(readingToken).store.getState();
  const geometry = volumes[scanId]?.geometry ?? null;
  if (geometry === null) return null;
  const scan = scanOf(context.use(studyToken).store.getState(), scanId);
  return locationReference(scan, geometry, skins[scanId]?.skin ?? null);
}
