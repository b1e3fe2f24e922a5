import type { ReactNode } from 'react';
import type { ExtensionContext } from '#core';
import { withinSentence } from '#foundation';
import type { VolumePlane } from '#geometry';
import { Button, Checkbox, NumberField, PopoverButton, RadioChips, useStore } from '#ui';
import { positionKey, sliceRange, withPlaneAt } from '../../model/planes/linked-position.ts';
import { DEFAULT_SLAB_MM, type SlabKind } from '../../model/planes/plane-presentation.ts';
import { formatPosition, PLANE_TITLE } from '../../model/planes/plane-text.ts';
import { cineRange } from '../../model/views/cine.ts';
import { MAX_SLAB_MM, presentationToken, slabOf } from '../../state/views/presentations.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { CINE_SPEEDS, cineRangeKey, viewSettingsToken } from '../../state/views/view-settings.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import styles from './view-controls.module.css';

interface SlabButtonProps {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly plane: VolumePlane;
  readonly ready: ReadyPlane | null;
  /** Button text, which ends with the slab, e.g. 'slab 2 mm mean'. */
  readonly label: string;
}

/** Shows the slab thickness; opens the slab, cine and zoom settings of the view. */
export function SlabButton(props: SlabButtonProps): ReactNode {
  const { context, cellId, plane } = props;
  const settings = context.use(viewSettingsToken);
  const open = useStore(
    settings.store,
    ({ popover }) => popover?.cellId === cellId && popover.kind === 'view',
  );
  return (
    <PopoverButton
      ariaLabel={viewTexts.slab.open(props.label, withinSentence(PLANE_TITLE[plane]))}
      className={styles.slabButton ?? ''}
      placement="bottom start"
      isOpen={open}
      onOpenChange={(next) => settings.set({ popover: next ? { cellId, kind: 'view' } : null })}
      content={
        <div className={styles.panel} data-testid={`slab-panel-${plane}`}>
          <SlabFields context={context} plane={plane} />
          <CineFields {...props} />
          <ZoomFields {...props} />
        </div>
      }
    >
      <span data-testid={`slab-${plane}`} title={props.label}>
        {props.label}
      </span>
    </PopoverButton>
  );
}

const KIND_OPTIONS = (['mean', 'mip', 'minip'] as const).map((id) => ({
  id,
  label: viewTexts.slab.kinds[id],
}));

function SlabFields(props: Pick<SlabButtonProps, 'context' | 'plane'>): ReactNode {
  const presentations = props.context.use(presentationToken);
  const slab = useStore(presentations.store, (values) => slabOf(values, props.plane));
  const apply = (kind: SlabKind, thicknessMm: number): void =>
    presentations.setSlab(props.plane, { kind, thicknessMm });
  return (
    <section className={styles.group}>
      <RadioChips
        label={viewTexts.slab.label}
        options={KIND_OPTIONS}
        value={slab.kind}
        onChange={(kind) =>
          apply(kind, slab.thicknessMm === 0 ? DEFAULT_SLAB_MM : slab.thicknessMm)
        }
      />
      <NumberField
        label={viewTexts.slab.thickness}
        value={slab.thicknessMm}
        min={0}
        max={MAX_SLAB_MM}
        step={0.5}
        digits={1}
        unit="mm"
        onChange={(mm) => apply(slab.kind, mm)}
      />
    </section>
  );
}

function CineFields({ context, ready }: SlabButtonProps): ReactNode {
  const settings = context.use(viewSettingsToken);
  const { cineSpeed, pingPong, cineRanges } = useStore(settings.store);
  const key = ready === null ? '' : cineRangeKey(ready.scan.id, ready.plane);
  const [from, to] = cineRanges[key] ?? [0, 1];
  const setRange = (playedRange: readonly [number, number] | null): void => {
    const { [key]: _, ...otherRanges } = settings.store.getState().cineRanges;
    const cineRanges = playedRange === null ? otherRanges : { ...otherRanges, [key]: playedRange };
    settings.set({ cineRanges });
  };
  const current = positionFraction(ready);
  return (
    <section className={styles.group}>
      <span className={styles.hint} data-testid="cine-part">
        {playedRangeText(ready, cineRanges[key])}
      </span>
      <NumberField
        label={viewTexts.cine.speed}
        value={cineSpeed}
        min={CINE_SPEEDS.min}
        max={CINE_SPEEDS.max}
        unit={viewTexts.cine.perSecond}
        onChange={(speed) => settings.set({ cineSpeed: speed })}
      />
      <Checkbox
        label={viewTexts.cine.pingPong}
        checked={pingPong}
        onChange={(on) => settings.set({ pingPong: on })}
      />
      <div className={styles.row}>
        <Button size={24} disabled={current === null} onPress={() => setRange([current ?? 0, to])}>
          {viewTexts.cine.from}
        </Button>
        <Button
          size={24}
          disabled={current === null}
          onPress={() => setRange([from, current ?? 1])}
        >
          {viewTexts.cine.to}
        </Button>
        <Button size={24} onPress={() => setRange(null)}>
          {viewTexts.cine.fullRange}
        </Button>
      </div>
    </section>
  );
}

/** Returns the text of the played range, formatted like the positions in the footer. */
export function playedRangeText(
  ready: Pick<ReadyPlane, 'volume' | 'nippleMm' | 'position' | 'plane'> | null,
  playedRange: readonly [number, number] | undefined,
): string {
  if (ready === null || playedRange === undefined) return viewTexts.cine.all;
  const { volume, nippleMm, position, plane } = ready;
  const textAt = (value: number): string => {
    const target = withPlaneAt(volume, position, plane, value);
    const positionText = formatPosition(volume, nippleMm, target, plane);
    const hasSides = plane === 'SAG' || plane === 'TRA';
    return hasSides
      ? `${withinSentence(positionText.name)} ${positionText.value}`
      : positionText.value;
  };
  const [from, to] = cineRange(sliceRange(volume, plane), playedRange);
  return viewTexts.cine.range(textAt(from), textAt(to));
}

/** Returns the plane's position as a fraction of its range; null while the plane is not ready. */
function positionFraction(ready: ReadyPlane | null): number | null {
  if (ready === null) return null;
  const { min, max } = sliceRange(ready.volume, ready.plane);
  return (ready.position[positionKey(ready.plane)] - min) / (max - min);
}

function ZoomFields({ context, ready }: SlabButtonProps): ReactNode {
  const run = (id: string, args?: unknown): void => void context.run(`breast-planes.${id}`, args);
  return (
    <section className={styles.group}>
      <NumberField
        label={viewTexts.zoom.scale}
        value={ready?.layout.pxPerMm ?? 0}
        min={0.5}
        max={100}
        step={0.1}
        digits={1}
        unit={viewTexts.zoom.pxPerMm}
        disabled={ready === null}
        onChange={(to) => run('zoom', { to })}
      />
      <div className={styles.row}>
        <Button size={24} onPress={() => run('fit')}>
          {viewTexts.zoom.fit}
        </Button>
        <Button size={24} onPress={() => run('zoom', { to: 'true-size' })}>
          {viewTexts.zoom.trueSize}
        </Button>
        <Button size={24} onPress={() => run('zoom', { to: 'voxels' })}>
          {viewTexts.zoom.voxels}
        </Button>
      </div>
      <div className={styles.row}>
        <span className={styles.hint}>{viewTexts.image.label}</span>
        <Button size={24} onPress={() => run('save-picture')}>
          {viewTexts.image.marked}
        </Button>
        <Button size={24} onPress={() => run('save-picture', { clean: true })}>
          {viewTexts.image.clean}
        </Button>
      </div>
    </section>
  );
}
