import type { Finding } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken } from '#core';
import { locatedMark } from '#findings';
import type { ThumbnailSheet } from '../../commands/findings/save-thumbnails.ts';
import { THUMBNAIL_PX, thumbnailFrame } from '../../model/findings/finding-thumbnail.ts';
import { sheetFileName, summaryLine } from '../../model/findings/image-caption.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { drawSlice } from '../../rendering/planes/render-thumbnail.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { locationReference, scanOf } from '../../state/volumes/study-selectors.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import {
  contextOf,
  createCanvas,
  saveViewImage,
  type ViewImage,
} from '../shared/save-view-image.ts';

const COLUMNS = 6;
const GAP_PX = 8;

/**
 * Saves thumbnails as one PNG file, 300 × 300 pixels at 7 per mm each, with the number of each
 * finding; the caption states patient, study, day, side, and location and size of each finding.
 */
export async function saveThumbnailSheet(
  context: ExtensionContext,
  { scanId, findings, volume }: ThumbnailSheet,
): Promise<void> {
  const scan = scanOf(context.use(studyToken).store.getState(), scanId);
  if (scan === null) return;
  const skin = context.use(readingToken).store.getState().skins[scanId]?.skin ?? null;
  const reference = locationReference(scan, volume.geometry, skin);
  const side = scan.laterality.id;
  const isSaved = await saveViewImage(context, {
    image: () => drawSheet(findings, volume),
    scan,
    caption: [scan.label, ...findings.map((finding) => summaryLine(finding, reference, side))],
    name: sheetFileName(scan),
  });
  if (isSaved) context.use(noticesToken).show('info', viewTexts.image.saved);
}

function drawSheet(findings: readonly Finding[], volume: LoadedVolume): ViewImage {
  const columns = Math.min(COLUMNS, findings.length);
  const rows = Math.ceil(findings.length / COLUMNS);
  const sidePx = (tiles: number): number => tiles * (THUMBNAIL_PX + GAP_PX) - GAP_PX;
  const canvas = createCanvas(sidePx(columns), sidePx(rows));
  const context2d = contextOf(canvas);
  context2d.font = `700 22px ${getComputedStyle(document.body).fontFamily}`;
  context2d.textBaseline = 'top';
  context2d.lineWidth = 4;
  findings.forEach(({ label, marks, generator }, index) => {
    const x = (index % COLUMNS) * (THUMBNAIL_PX + GAP_PX);
    const y = Math.floor(index / COLUMNS) * (THUMBNAIL_PX + GAP_PX);
    const mark = locatedMark(Object.values(marks));
    if (mark === null) return;
    context2d.drawImage(drawSlice(volume, thumbnailFrame(mark), THUMBNAIL_PX), x, y);
    context2d.strokeText(String(label), x + 8, y + 8);
    context2d.fillStyle = generator.labelColour;
    context2d.fillText(String(label), x + 8, y + 8);
  });
  return { canvas, overlays: [], scale: 1 };
}
