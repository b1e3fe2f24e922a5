import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { Finding, Scan } from '#contracts';
import {
  type ExtensionContext,
  type PanelProps,
  preferencesToken,
  studyToken,
  viewStateToken,
} from '#core';
import { locatedMark, markCentreMm } from '#findings';
import { type PlanePosition, positionToMm, type Vec3, type VolumeGeometry } from '#geometry';
import { classNames, Tooltip, useStore } from '#ui';
import { formatLocation } from '../../model/findings/format-location.ts';
import type { ColumnLocation, MinimumProjection } from '../../model/planes/minimum-projection.ts';
import { isInSoundField } from '../../model/planes/sound-field.ts';
import { movedOnMap, positionOnMap } from '../../model/views/map-moves.ts';
import { seenShares } from '../../model/views/seen-shares.ts';
import { projectionPixels } from '../../rendering/planes/projection-pixels.ts';
import { isMapLarge } from '../../state/views/map-choice.ts';
import { type ViewedByPlane, viewedToken } from '../../state/views/viewed-state.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { nippleOf, targetScan } from '../../state/volumes/study-selectors.ts';
import { mapTexts } from '../../texts/map-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { useShownFindings } from '../shared/use-list-choice.ts';
import { useScanGeometry } from '../shared/use-scan-geometry.ts';
import styles from './navigation-map.module.css';
import { useProjection } from './use-projection.ts';

/**
 * Maximum number of findings on the map; more would cover the tissue. The list shows all findings.
 */
const MAX_MAPPED_FINDINGS = 100;
const NOTHING_VIEWED: ViewedByPlane = {};

/** Movement of an arrow key on the map, in mm. */
const ARROWS: Readonly<Record<string, ColumnLocation>> = {
  ArrowLeft: { xMm: -1, zMm: 0 },
  ArrowRight: { xMm: 1, zMm: 0 },
  ArrowUp: { xMm: 0, zMm: 1 },
  ArrowDown: { xMm: 0, zMm: -1 },
};

/**
 * Map of the breast that is read: its darkest tissue as seen from the front, what the reader has
 * seen, the findings and the point where the planes meet.
 */
export function NavigationMap({ context }: PanelProps): ReactNode {
  const scan = useStore(context.use(studyToken).store, targetScan);
  return scan === null ? null : <ScanMap key={scan.id} context={context} scan={scan} />;
}

interface ScanMapProps {
  readonly context: ExtensionContext;
  readonly scan: Scan;
}

function ScanMap({ context, scan }: ScanMapProps): ReactNode {
  const { entry, geometry } = useScanGeometry(context, scan.id);
  const projection = useProjection(entry);
  const position = useStore(context.use(viewStateToken).store, (state) => state.positions[scan.id]);
  if (projection === null || geometry === null || position === undefined) {
    const isMissing = entry === null || entry.status === 'failed';
    return (
      <p className={styles.note} role="status">
        {isMissing ? mapTexts.noVolume : mapTexts.loading}
      </p>
    );
  }
  return <BreastMap {...{ context, scan, projection, geometry, position }} />;
}

interface MapProps extends ScanMapProps {
  readonly projection: MinimumProjection;
  /** Geometry of the full volume. */
  readonly geometry: VolumeGeometry;
  readonly position: PlanePosition;
}

function BreastMap(props: MapProps): ReactNode {
  const { context, scan, projection, geometry, position } = props;
  const side = scan.laterality.id;
  const isLarge = useStore(context.use(preferencesToken).store, ({ values }) => isMapLarge(values));
  const nippleMm = useMemo(() => nippleOf(scan, geometry), [scan, geometry]);
  const moving = { volume: geometry, nippleMm, position };
  const box = boxOf(projection);
  const crossMm = positionToMm(geometry, position);
  const move = (next: PlanePosition): void =>
    context.use(viewStateToken).setPosition(scan.id, next);
  // A jump pans the images to the place; steps pan no image, as steps of a plane.
  const jump = (to: ColumnLocation): void => {
    move(positionOnMap(moving, projection, to));
    context.use(readingToken).revealPosition(scan.id);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    jump(locationUnder(event, box));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.ctrlKey || event.metaKey || event.altKey ? undefined : ARROWS[event.key];
    const isEnter = event.key === 'Enter';
    if (by === undefined && !isEnter) return;
    event.preventDefault();
    const [xMm, , zMm] = crossMm;
    if (by === undefined) jump({ xMm, zMm });
    else move(movedOnMap(moving, by));
  };
  return (
    <Tooltip text={mapTexts.about} placement="left">
      <div
        role="slider"
        tabIndex={0}
        aria-label={mapTexts.sides[side]}
        aria-roledescription={mapTexts.role}
        aria-valuemin={Math.round(box.leftMm)}
        aria-valuemax={Math.round(box.leftMm + box.widthMm)}
        aria-valuenow={Math.round(crossMm[0])}
        aria-valuetext={useLocationText(context, scan, geometry, crossMm)}
        className={classNames(styles.map, isLarge && styles.large)}
        style={{ aspectRatio: `${box.widthMm} / ${box.heightMm}` }}
        data-testid="navigation-map"
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        <Tissue {...{ context, scan, projection, geometry, nippleMm }} />
        <svg
          className={styles.drawing}
          viewBox={`${box.leftMm} ${-box.topMm} ${box.widthMm} ${box.heightMm}`}
          aria-hidden
        >
          <MappedFindings context={context} scanId={scan.id} sizeMm={box.widthMm / 30} />
          <Cross atMm={crossMm} sizeMm={box.widthMm / 14} />
        </svg>
        <span className={styles.letter}>{side}</span>
      </div>
    </Tooltip>
  );
}

/** The extent of a projection in mm; `topMm` towards the head. */
interface MapBox {
  readonly leftMm: number;
  readonly topMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

function boxOf({ first, columnSizeMm, widthPx, heightPx }: MinimumProjection): MapBox {
  const [dx, dz] = columnSizeMm;
  return {
    leftMm: first.xMm - dx / 2,
    topMm: first.zMm + dz / 2,
    widthMm: widthPx * dx,
    heightMm: heightPx * dz,
  };
}

function locationUnder(event: PointerEvent<HTMLDivElement>, box: MapBox): ColumnLocation {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    xMm: box.leftMm + ((event.clientX - left) / width) * box.widthMm,
    zMm: box.topMm - ((event.clientY - top) / height) * box.heightMm,
  };
}

/** Returns the location of the cross as the readout gives it. */
function useLocationText(
  context: ExtensionContext,
  scan: Scan,
  geometry: VolumeGeometry,
  crossMm: Vec3,
): string {
  const { reference } = useScanGeometry(context, scan.id);
  if (!isInSoundField(geometry, crossMm)) return readingTexts.readout.outside;
  return reference === null ? '' : mapTexts.location(formatLocation(reference, crossMm));
}

/** Draws the projection, dimmed where the reader has not seen all depths. */
const Tissue = memo(function Tissue(
  props: Omit<MapProps, 'position'> & { readonly nippleMm: Vec3 | null },
): ReactNode {
  const { context, scan, projection, geometry, nippleMm } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  // Deferred, so that the planes are drawn before the map while a reader scrolls.
  const viewed = useDeferredValue(
    useStore(context.use(viewedToken).store, (byScan) => byScan[scan.id] ?? NOTHING_VIEWED),
  );
  useEffect(() => {
    const context2d = canvas.current?.getContext('2d') ?? null;
    if (context2d === null) return;
    const { widthPx, heightPx, greyLevels } = projection;
    const shares = seenShares(projection, geometry, viewed, nippleMm);
    const pixels = projectionPixels(greyLevels, shares);
    context2d.putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
  }, [projection, geometry, viewed, nippleMm]);
  return (
    <canvas
      ref={canvas}
      className={styles.tissue}
      width={projection.widthPx}
      height={projection.heightPx}
    />
  );
});

/** Draws the listed findings at their representative marks, in the colour of their source. */
const MappedFindings = memo(function MappedFindings(props: {
  readonly context: ExtensionContext;
  readonly scanId: string;
  readonly sizeMm: number;
}): ReactNode {
  const { context, scanId, sizeMm } = props;
  const findings = useShownFindings(context, scanId);
  const selectedId = useStore(context.use(studyToken).store, (state) => state.selectedFindingId);
  return findings.slice(0, MAX_MAPPED_FINDINGS).map((finding) => {
    const atMm = centreOf(finding);
    if (atMm === null) return null;
    return (
      <circle
        key={finding.id}
        cx={atMm[0]}
        cy={-atMm[2]}
        r={sizeMm}
        stroke={finding.generator.labelColour}
        className={classNames(styles.finding, finding.id === selectedId && styles.selected)}
        data-testid={`map-finding-${finding.label}`}
      />
    );
  });
});

function centreOf({ marks }: Finding): Vec3 | null {
  const mark = locatedMark(Object.values(marks));
  return mark === null ? null : markCentreMm(mark);
}

function Cross({ atMm: [x, , z], sizeMm }: { readonly atMm: Vec3; readonly sizeMm: number }) {
  return (
    <g className={styles.cross} data-testid="map-cross">
      <line x1={x - sizeMm} x2={x + sizeMm} y1={-z} y2={-z} />
      <line x1={x} x2={x} y1={-z - sizeMm} y2={-z + sizeMm} />
    </g>
  );
}
