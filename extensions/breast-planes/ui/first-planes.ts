import { type Disposable, ok, type Result } from '#foundation';
import { imageFrame, positionToMm, type VolumeGeometry, type VolumePlane } from '#geometry';
import {
  type FirstHanging,
  type FirstScan,
  type FirstView,
  firstLookOf,
  firstPosition,
  NOT_LEFT,
  panOf,
} from '../model/first-view.ts';
import { commonPxPerMm, fitPxPerMm, layoutImage } from '../model/planes/image-layout.ts';
import type { LoadedVolume } from '../model/planes/loaded-volume.ts';
import { PLANE_LETTER, PLANE_TITLE } from '../model/planes/plane-words.ts';
import { CutPlaneRenderer } from '../rendering/planes/cut-plane-renderer.ts';
import { readingTexts } from '../texts/reading-texts.ts';
import { PLANE_COLOUR } from './shared/plane-colours.ts';

interface Cell {
  readonly plane: VolumePlane;
  readonly scan: FirstScan;
  /** As the opened scan was left; another stands as it stands at first. */
  readonly view: FirstView;
  readonly host: HTMLDivElement;
  readonly renderer: CutPlaneRenderer;
}

/**
 * The planes of a study without the program around them: pictures, and which plane of which scan
 * each is. They stand where the reading room will draw them, and take no pointer and no key.
 */
export class FirstPlanes implements Disposable {
  readonly #cells: readonly Cell[];
  readonly #zoom: number;

  constructor(place: HTMLElement, { layout, cells, scans }: FirstHanging, view: FirstView) {
    this.#zoom = view.zoom;
    const grid = document.createElement('div');
    const partsOf = (sizes: readonly number[]): string => sizes.map((n) => `${n}fr`).join(' ');
    Object.assign(grid.style, {
      display: 'grid',
      gap: '4px',
      height: '100%',
      background: 'var(--app)',
      gridTemplateColumns: partsOf(layout.columns),
      gridTemplateRows: partsOf(layout.rows),
      gridTemplateAreas: layout.areas.map((row) => `"${row.join(' ')}"`).join(' '),
    });
    this.#cells = cells.map(({ area, plane, scan }) => {
      const { cell, host } = makeCell(area, plane, scan);
      grid.append(cell);
      const itsView = scan === scans[0] ? view : NOT_LEFT;
      return { plane, scan, view: itsView, host, renderer: new CutPlaneRenderer() };
    });
    place.replaceChildren(grid);
  }

  /** Ends when one of the planes is drawn the next time. */
  nextDrawn(): Promise<void> {
    return new Promise((resolve) => {
      const heard = this.#cells.map(({ renderer }) =>
        renderer.on(({ kind }) => {
          if (kind !== 'rendered') return;
          for (const one of heard) one.dispose();
          resolve();
        }),
      );
    });
  }

  /** Opens the pictures; a refusal where nothing can be drawn. `onDrawn` is told when all have one. */
  attach(onDrawn: () => void): Result<void> {
    for (const { host, renderer } of this.#cells) {
      renderer.on(({ kind }) => {
        if (kind !== 'rendered') return;
        host.dataset.grid = renderer.volume?.geometry.sizes.join(' ') ?? '';
        if (this.#cells.every((cell) => (cell.host.dataset.grid ?? '') !== '')) onDrawn();
      });
      const attached = renderer.attach(host);
      if (!attached.ok) return attached;
    }
    return ok(undefined);
  }

  /** All at one scale. The geometries are those of the full levels, in whose voxels planes stand. */
  placeAll(geometryOf: (scanId: string) => VolumeGeometry): void {
    const placed = this.#cells.map((cell) => {
      const { plane, scan, view, host } = cell;
      const geometry = geometryOf(scan.id);
      const nippleMm = scan.nipple === null ? null : positionToMm(geometry, scan.nipple);
      const frame = imageFrame(geometry, plane, nippleMm, firstPosition(geometry, scan, view));
      const size = { width: host.clientWidth, height: host.clientHeight };
      const fit = fitPxPerMm(plane, { width: frame.widthMm, height: frame.heightMm }, size);
      return { cell, frame, size, fit };
    });
    const pxPerMm = commonPxPerMm(
      placed.flatMap(({ fit }) => fit ?? []),
      this.#zoom,
    );
    if (pxPerMm === null) return;
    for (const { cell, frame, size } of placed) {
      const { plane, scan, view, renderer } = cell;
      renderer.setLook(firstLookOf(scan, view, plane));
      renderer.show({ frame, ...layoutImage(frame, size, pxPerMm, panOf(view, plane)) });
    }
  }

  /** A level of a scan's volume. */
  show(scanId: string, volume: LoadedVolume, pixelShare = 1): void {
    for (const { scan, renderer } of this.#cells) {
      if (scan.id === scanId) renderer.setVolume(volume, pixelShare);
    }
  }

  dispose(): void {
    for (const { renderer } of this.#cells) renderer.dispose();
  }
}

/** Header, picture and foot, as high as those of the reading room. */
function makeCell(area: string, plane: VolumePlane, scan: FirstScan) {
  const cell = part({ gridArea: area, display: 'flex', flexDirection: 'column', minWidth: '0' });
  cell.style.minHeight = '0';
  const header = part(BAR);
  const tag = part({ background: PLANE_COLOUR[plane], color: 'var(--text-on-tag)' });
  Object.assign(tag.style, { padding: '0 5px', borderRadius: '3px', fontWeight: '700' });
  tag.textContent = PLANE_LETTER[plane];
  const title = part({ fontWeight: '500' });
  title.textContent = PLANE_TITLE[plane];
  const facts = part({ color: 'var(--text-3)' });
  facts.textContent = scan.label;
  header.append(tag, title, facts);
  if (!scan.orientationConfirmed) {
    const note = part({ color: 'var(--warning)' });
    note.textContent = readingTexts.plane.assumed;
    header.append(note);
  }
  const host = part({ position: 'relative', flex: '1', minHeight: '0', background: '#000' });
  cell.append(header, host, part(BAR));
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

function part(style: Partial<CSSStyleDeclaration>): HTMLDivElement {
  const element = document.createElement('div');
  Object.assign(element.style, style);
  return element;
}
