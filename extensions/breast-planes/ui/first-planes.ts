import { type Disposable, ok, type Result } from '#foundation';
import { imageFrame, positionToMm, type VolumeGeometry, type VolumePlane } from '#geometry';
import {
  type FirstScan,
  type FirstView,
  firstPosition,
  firstPresentationOf,
  NO_SAVED_VIEW,
  panOf,
} from '../model/first-view.ts';
import { commonPxPerMm, fitPxPerMm, layoutImage } from '../model/planes/image-layout.ts';
import type { LoadedVolume } from '../model/planes/loaded-volume.ts';
import type { Slab } from '../model/planes/plane-presentation.ts';
import { PLANE_LETTER, PLANE_TITLE } from '../model/planes/plane-text.ts';
import { SliceRenderer } from '../rendering/planes/slice-renderer.ts';
import type { FirstHanging } from '../state/first-hanging.ts';
import { readingTexts } from '../texts/reading-texts.ts';
import { PLANE_COLOUR } from './shared/plane-colours.ts';

interface Cell {
  readonly plane: VolumePlane;
  readonly scan: FirstScan;
  readonly hasOwnScale: boolean;
  /** Saved view of the target scan; the default view for other scans. */
  readonly view: FirstView;
  readonly host: HTMLDivElement;
  readonly renderer: SliceRenderer;
}

/**
 * Planes of the boot preview: images with plane and scan labels, at the same positions as in the
 * reading page; without pointer or keyboard input.
 */
export class FirstPlanes implements Disposable {
  readonly #cells: readonly Cell[];
  readonly #zoom: number;
  readonly #coronal: Slab;

  constructor(
    container: HTMLElement,
    { protocol, cells, scans }: FirstHanging,
    view: FirstView,
    coronal: Slab,
  ) {
    this.#zoom = view.zoom;
    this.#coronal = coronal;
    const grid = document.createElement('div');
    Object.assign(grid.style, {
      display: 'grid',
      gap: '4px',
      height: '100%',
      background: 'var(--app)',
      gridTemplateColumns: protocol.grid.columns,
      gridTemplateRows: protocol.grid.rows,
      gridTemplateAreas: protocol.grid.areas.map((row) => `"${row}"`).join(' '),
    });
    this.#cells = cells.map(({ area, plane, scan, hasOwnScale }) => {
      const { cell, host } = createCell(area, plane, scan);
      grid.append(cell);
      const scanView = scan === scans[0] ? view : NO_SAVED_VIEW;
      return { plane, scan, hasOwnScale, view: scanView, host, renderer: new SliceRenderer() };
    });
    container.replaceChildren(grid);
  }

  /** Resolves after the next rendered image of any plane. */
  nextDrawn(): Promise<void> {
    return new Promise((resolve) => {
      const subscriptions = this.#cells.map(({ renderer }) =>
        renderer.on(({ kind }) => {
          if (kind !== 'rendered') return;
          for (const subscription of subscriptions) subscription.dispose();
          resolve();
        }),
      );
    });
  }

  /**
   * Attaches the renderers; returns an error if drawing is impossible. Calls `onDrawn` once every
   * plane has an image.
   */
  attach(onDrawn: () => void): Result<void> {
    for (const { host, renderer } of this.#cells) {
      renderer.on(({ kind }) => {
        if (kind !== 'rendered') return;
        // A cell has an image once `data-grid` is not empty.
        host.dataset.grid = renderer.volume?.geometry.sizes.join(' ') ?? '';
        if (this.#cells.every((cell) => (cell.host.dataset.grid ?? '') !== '')) onDrawn();
      });
      const attached = renderer.attach(host);
      if (!attached.ok) return attached;
    }
    return ok(undefined);
  }

  /**
   * Lays out all planes at the scales of the reading page. `geometryOf` returns geometries of the full levels,
   * because plane positions count full-level voxels.
   */
  layoutAll(geometryOf: (scanId: string) => VolumeGeometry): void {
    const cellFrames = this.#cells.map((cell) => {
      const { plane, scan, hasOwnScale, view, host } = cell;
      const geometry = geometryOf(scan.id);
      const nippleMm = scan.nipple === null ? null : positionToMm(geometry, scan.nipple);
      const frame = imageFrame(geometry, plane, nippleMm, firstPosition(geometry, scan, view));
      const size = { width: host.clientWidth, height: host.clientHeight };
      const image = { width: frame.widthMm, height: frame.heightMm };
      const fit = fitPxPerMm(plane, image, size, hasOwnScale);
      return { cell, frame, size, fit };
    });
    const common = cellFrames.flatMap(({ cell, fit }) => (cell.hasOwnScale ? [] : (fit ?? [])));
    for (const { cell, frame, size, fit } of cellFrames) {
      const fits = cell.hasOwnScale ? (fit ?? []) : common;
      const pxPerMm = commonPxPerMm([fits].flat(), this.#zoom);
      if (pxPerMm === null) return;
      const { plane, scan, view, renderer } = cell;
      renderer.setPresentation(firstPresentationOf(scan, view, plane, this.#coronal));
      renderer.show({ frame, ...layoutImage(frame, size, pxPerMm, panOf(view, plane)) });
    }
  }

  /** Shows a level of a scan's volume in the planes of that scan. */
  show(scanId: string, volume: LoadedVolume, pixelShare = 1): void {
    for (const { scan, renderer } of this.#cells) {
      if (scan.id === scanId) renderer.setVolume(volume, pixelShare);
    }
  }

  dispose(): void {
    for (const { renderer } of this.#cells) renderer.dispose();
  }
}

/** Creates header, image and footer with the same heights as in the reading page. */
function createCell(area: string, plane: VolumePlane, scan: FirstScan) {
  const cell = createBox({
    gridArea: area,
    display: 'flex',
    flexDirection: 'column',
    minWidth: '0',
  });
  cell.style.minHeight = '0';
  const header = createBox(BAR);
  const tag = createBox({ background: PLANE_COLOUR[plane], color: 'var(--text-on-tag)' });
  Object.assign(tag.style, { padding: '0 5px', borderRadius: '3px', fontWeight: '700' });
  tag.textContent = PLANE_LETTER[plane];
  const title = createBox({ fontWeight: '500' });
  title.textContent = PLANE_TITLE[plane];
  const scanLabel = createBox({ color: 'var(--text-3)' });
  scanLabel.textContent = scan.label;
  header.append(tag, title, scanLabel);
  if (!scan.orientationConfirmed) {
    const note = createBox({ color: 'var(--warning)' });
    note.textContent = readingTexts.plane.assumed;
    header.append(note);
  }
  const host = createBox({ position: 'relative', flex: '1', minHeight: '0', background: '#000' });
  cell.append(header, host, createBox(BAR));
  return { cell, host };
}

const BAR = {
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: '8px',
  height: '32px',
  padding: '0 8px',
  boxSizing: 'border-box',
  background: 'var(--app)',
  font: 'var(--type-base)',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
} as const;

function createBox(style: Partial<CSSStyleDeclaration>): HTMLDivElement {
  const element = document.createElement('div');
  Object.assign(element.style, style);
  return element;
}
