import { memo, type ReactNode, useMemo, useRef } from 'react';
import { type Finding, GENERATOR_LETTERS, type Scan, type ScanSide } from '#contracts';
import {
  type ExtensionContext,
  type PanelProps,
  scansToList,
  studyToken,
  viewStateToken,
} from '#core';
import { isAnnotation } from '#findings';
import { positionToMm, type Vec3, type VolumeGeometry } from '#geometry';
import { classNames, useStore } from '#ui';
import { goToFinding } from '../../commands/findings/walk-findings.ts';
import { showPriorFinding } from '../../commands/findings/walk-prior.ts';
import { servicesOf } from '../../commands/services.ts';
import {
  DOT_RADIUS,
  type MapArea,
  type MapDot,
  type MapPoint,
  mapAreaOf,
  mapDots,
  mapPoint,
  nextFindingOf,
  rimPoint,
} from '../../model/findings/body-map.ts';
import { shownOf } from '../../model/findings/finding-rows.ts';
import { formatFinding } from '../../model/findings/format-finding.ts';
import { scanDay } from '../../model/views/scan-day.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { nippleOf } from '../../state/volumes/study-selectors.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { locationTexts } from '../../texts/location-texts.ts';
import { useListChoice } from '../shared/use-list-choice.ts';
import { useScanGeometry } from '../shared/use-scan-geometry.ts';
import styles from './body-map.module.css';
import { PalpableTriangles } from './palpable-triangles.tsx';
import { useShownPrior } from './use-shown-prior.ts';

const texts = findingTexts.map;
/** Radius of the drawn breast in svg units. */
const RADIUS = 50;
/** Half the width of the view box in svg units. */
const HALF = 58;
/**
 * Maximum number of findings on the map of a breast; more dots would cover each other. The list
 * shows all findings.
 */
const MAX_MAPPED_FINDINGS = 100;

/**
 * Shows both breasts as clock faces, facing the patient: the right breast is on the viewer's left.
 */
export function BodyMap({ context }: PanelProps): ReactNode {
  const { store } = context.use(studyToken);
  const scans = useStore(store, (state) => state.scans);
  const targetScanId = useStore(store, (state) => state.targetScanId);
  const shown = scansToList({ scans, targetScanId });
  return (
    <fieldset className={styles.map} aria-label={texts.label} data-testid="body-map">
      {(['R', 'L'] as const).map((side) => (
        <Breast
          key={side}
          context={context}
          side={side}
          scan={shown.find(({ laterality }) => laterality.id === side) ?? null}
          targetScanId={targetScanId}
        />
      ))}
    </fieldset>
  );
}

interface BreastProps {
  readonly context: ExtensionContext;
  readonly side: ScanSide;
  readonly scan: Scan | null;
  readonly targetScanId: string | null;
}

const HOURS = Array.from({ length: 12 }, (_, hour) => hour);

function Breast({ context, side, scan, targetScanId }: BreastProps): ReactNode {
  return (
    <div className={styles.breast} data-side={side}>
      <span className={styles.letter}>{side}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't replace a drawing */}
      <svg
        viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
        className={classNames(styles.face, scan?.id === targetScanId && styles.target)}
        role="group"
        aria-label={texts.side[side]}
      >
        <circle r={RADIUS} className={styles.rim} />
        {HOURS.map((hour) => (
          <line
            key={hour}
            className={styles.hour}
            x1={0}
            x2={0}
            y1={-RADIUS}
            y2={-RADIUS + (hour % 3 === 0 ? 6 : 3)}
            transform={`rotate(${hour * 30})`}
          />
        ))}
        {scan === null ? (
          <PalpableTriangles context={context} side={side} radius={RADIUS} radiusMm={null} />
        ) : (
          <MapContents context={context} scan={scan} />
        )}
      </svg>
    </div>
  );
}

/** Draws the nipple, the intersection of the planes and the findings of a scan. */
function MapContents({
  context,
  scan,
}: {
  readonly context: ExtensionContext;
  readonly scan: Scan;
}) {
  const { geometry } = useScanGeometry(context, scan.id);
  const position = useStore(context.use(viewStateToken).store, (state) => state.positions[scan.id]);
  const area = useMapArea(scan, geometry);
  const toMap = (mm: Vec3): MapPoint | null =>
    area === null ? null : mapPoint(area.centreMm, area.radiusMm, mm);
  const axisMm = position?.radialAxisMm;
  const radialAxis = axisMm === undefined ? null : toMap([axisMm.x, 0, axisMm.z]);
  const crossing =
    geometry === null || position === undefined ? null : toMap(positionToMm(geometry, position));
  return (
    <>
      {scan.nippleLocation === null ? null : (
        <g data-testid={`map-nipple-${scan.laterality.id}`}>
          <circle r={4} className={styles.nipple} />
          <circle r={1} className={styles.nippleDot} />
        </g>
      )}
      {position === undefined ? null : (
        <RadialLine from={radialAxis ?? { x: 0, y: 0 }} clockDeg={position.rad} />
      )}
      {crossing === null ? null : (
        <g
          className={styles.present}
          transform={`translate(${crossing.x * RADIUS},${crossing.y * RADIUS})`}
          data-testid={`map-present-${scan.laterality.id}`}
        >
          <line x1={-5} x2={5} />
          <line y1={-5} y2={5} />
        </g>
      )}
      <PalpableTriangles
        context={context}
        side={scan.laterality.id}
        radius={RADIUS}
        radiusMm={area?.radiusMm ?? null}
      />
      <PriorDots context={context} side={scan.laterality.id} />
      <Dots context={context} scan={scan} area={area} />
    </>
  );
}

/** Returns the area of a scan's map; null until its volume is known. */
function useMapArea(scan: Scan, geometry: VolumeGeometry | null): MapArea | null {
  return useMemo(
    () => (geometry === null ? null : mapAreaOf(geometry, nippleOf(scan, geometry))),
    [scan, geometry],
  );
}

/** Draws the radial plane as a line from the nipple to the rim. */
function RadialLine({ from, clockDeg }: { readonly from: MapPoint; readonly clockDeg: number }) {
  const to = rimPoint(from, clockDeg);
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map((coordinate) => coordinate * RADIUS);
  return (
    <line x1={x1} y1={y1} x2={x2} y2={y2} className={styles.radial} data-testid="map-radial" />
  );
}

/** Draws a line from a displaced dot to the location of its finding, beneath all dots. */
const Leader = memo(function Leader({ x, y, position }: MapDot): ReactNode {
  if (Math.hypot(x - position.x, y - position.y) * RADIUS < 1) return null;
  const [toX, toY] = [(position.x - x) * RADIUS, (position.y - y) * RADIUS];
  return (
    <g className={styles.leader} transform={`translate(${x * RADIUS},${y * RADIUS})`}>
      <line x2={toX} y2={toY} />
      <circle cx={toX} cy={toY} r={1.5} />
    </g>
  );
});

/** Draws the findings of the shown prior of this side, lighter and beneath the current findings. */
const PriorDots = memo(function PriorDots(props: {
  readonly context: ExtensionContext;
  readonly side: ScanSide;
}): ReactNode {
  const { context, side } = props;
  const prior = useShownPrior(context);
  const geometry = useStore(
    context.use(readingToken).store,
    ({ volumes }) => volumes[prior?.scan.id ?? '']?.geometry ?? null,
  );
  // Each press on a dot with several findings goes to the finding after this one.
  const lastShownId = useRef<string | null>(null);
  if (prior === null || prior.scan.laterality.id !== side) return null;
  const { scan, findings } = prior;
  const area = geometry === null ? null : mapAreaOf(geometry, nippleOf(scan, geometry));
  return mapDots(findings.slice(0, MAX_MAPPED_FINDINGS), area).map((dot) => {
    const [finding] = dot.findings;
    const sideText = texts.sideNames[side];
    const label =
      dot.findings.length === 1
        ? findingTexts.prior.jump(scanDay(scan), sideText, finding.label)
        : findingTexts.prior.jumpAmong(scanDay(scan), sideText, labelsOf(dot));
    const jump = (): void => {
      const next = nextFindingOf(dot, lastShownId.current);
      lastShownId.current = next.id;
      showPriorFinding(servicesOf(context), scan, next);
    };
    return (
      <MapButton
        key={finding.id}
        className={styles.priorDot ?? ''}
        at={dot}
        label={label}
        testId={`prior-dot-${side}-${finding.label}`}
        onPress={jump}
      >
        <circle
          r={DOT_RADIUS * RADIUS - 0.5}
          stroke={finding.generator.labelColour}
          className={styles.ringed}
        />
        <text>
          {dot.findings.length === 1 ? finding.label : texts.several(dot.findings.length)}
        </text>
      </MapButton>
    );
  });
});

const labelsOf = ({ findings }: MapDot): readonly number[] => findings.map(({ label }) => label);

/** Map button for pointer and keyboard; its hit area is larger than its visible part. */
function MapButton(props: {
  readonly className: string;
  readonly at: MapPoint & Pick<MapDot, 'hitRadius'>;
  readonly label: string;
  readonly testId: string;
  readonly children: ReactNode;
  readonly current?: boolean;
  readonly letter?: string;
  onPress(): void;
}): ReactNode {
  const { className, at, label, testId, children, current, letter, onPress } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button can't be used inside a drawing
    <g
      role="button"
      tabIndex={0}
      className={className}
      aria-label={label}
      aria-current={current}
      data-testid={testId}
      data-letter={letter}
      transform={`translate(${at.x * RADIUS},${at.y * RADIUS})`}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPress();
      }}
    >
      <circle r={at.hitRadius * RADIUS} className={styles.hitArea} />
      {children}
    </g>
  );
}

/**
 * Draws numbered findings that are shown on press; memoised, so that moving planes does not render
 * them again.
 */
const Dots = memo(function Dots(props: {
  readonly context: ExtensionContext;
  readonly scan: Scan;
  readonly area: MapArea | null;
}): ReactNode {
  const { context, scan, area } = props;
  const dots = useDots(context, scan, area);
  const selectedId = useStore(context.use(studyToken).store, (state) => state.selectedFindingId);
  return (
    <>
      {dots.map((dot) => (
        <Leader key={dot.findings[0].id} {...dot} />
      ))}
      {dots.map((dot) => (
        <Dot
          key={dot.findings[0].id}
          context={context}
          side={scan.laterality.id}
          dot={dot}
          selected={dot.findings.find(({ id }) => id === selectedId) ?? null}
        />
      ))}
    </>
  );
});

interface DotProps {
  readonly context: ExtensionContext;
  readonly side: ScanSide;
  readonly dot: MapDot;
  /** Selected finding of this dot, or null. */
  readonly selected: Finding | null;
}

const Dot = memo(function Dot({ context, side, dot, selected }: DotProps): ReactNode {
  const [first] = dot.findings;
  const isSingle = dot.findings.length === 1;
  // A dot with several findings shows the selected finding.
  const shown = isSingle ? first : selected;
  const { reference } = useScanGeometry(context, first.scan.id);
  const { title, depthFrom } = formatFinding(first, reference, side);
  const locationText = locationTexts.finding.title(
    depthFrom === null ? [title] : [title, depthFrom],
  );
  const sideText = texts.sideNames[side];
  return (
    <MapButton
      className={styles.dot ?? ''}
      at={dot}
      label={
        isSingle ? texts.jump(sideText, first.label) : texts.jumpAmong(sideText, labelsOf(dot))
      }
      testId={`dot-${side}-${first.label}`}
      current={selected !== null}
      {...(shown === null ? {} : { letter: GENERATOR_LETTERS[shown.generator.id] })}
      onPress={() => goToFinding(servicesOf(context), nextFindingOf(dot, selected?.id ?? null).id)}
    >
      <title>{isSingle ? locationText : texts.among(labelsOf(dot))}</title>
      {isSingle ? null : <circle r={DOT_RADIUS * RADIUS + 1} className={styles.several} />}
      <circle
        r={(isSingle ? 1 : 0.8) * DOT_RADIUS * RADIUS}
        className={styles.disc}
        fill={shown === null ? 'none' : shown.generator.labelColour}
      />
      <text data-on={backgroundOf(shown)}>
        {shown === null ? texts.several(dot.findings.length) : shown.label}
      </text>
    </MapButton>
  );
});

/**
 * Returns the background of a dot's number: light for a reader's finding, dark for an AI finding,
 * none without a finding.
 */
function backgroundOf(finding: Finding | null): 'light' | 'dark' | 'none' {
  if (finding === null) return 'none';
  return finding.generator.id === 'USER' ? 'light' : 'dark';
}

function useDots(context: ExtensionContext, scan: Scan, area: MapArea | null) {
  const findings = useStore(
    context.use(studyToken).store,
    (state) => state.findingsByScan[scan.id],
  );
  const choice = useListChoice(context);
  return useMemo(() => {
    const shown = findings === undefined ? [] : shownOf(findings, choice);
    const listed = shown.filter((finding) => !isAnnotation(finding));
    return mapDots(listed.slice(0, MAX_MAPPED_FINDINGS), area);
  }, [findings, area, choice]);
}
