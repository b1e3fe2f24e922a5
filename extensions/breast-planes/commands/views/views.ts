import type { PlaneView, Scan } from '#contracts';
import type { CommandDefinition, LayoutChoice } from '#core';
import { fail, ok, type Result } from '#foundation';
import type { VolumePlane } from '#geometry';
import {
  DEFAULT_SLAB_MM,
  isNeutral,
  NEUTRAL_ADJUSTMENT,
  type Slab,
  type SlabKind,
} from '../../model/planes/plane-presentation.ts';
import { PRESETS } from '../../model/views/adjust-presets.ts';
import { layoutTabs } from '../../model/views/layout-tabs.ts';
import type { AwaitedLayout } from '../../state/views/awaited-layout.ts';
import { adjustmentOf, type Presentations, slabOf } from '../../state/views/presentations.ts';
import type { SpaceHold } from '../../state/views/space-hold.ts';
import type { ViewSettings } from '../../state/views/view-settings.ts';
import { pxPerMmOf, scaleCellId } from '../../state/volumes/reading-state.ts';
import { anyScan } from '../../state/volumes/study-selectors.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import {
  activePlanes,
  type CommandServices,
  invalidArguments,
  noArguments,
  shownActiveCell,
} from '../services.ts';

/** Services of commands about views. */
export interface ViewServices extends CommandServices {
  readonly presentations: Presentations;
  readonly settings: ViewSettings;
}

/** Services of commands about layouts. */
export interface LayoutServices extends CommandServices {
  readonly awaited: AwaitedLayout;
}

const fieldsOf = (args: unknown): Record<string, unknown> =>
  (typeof args === 'object' && args !== null ? args : {}) as Record<string, unknown>;
const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const reject = (detail: string): Result<never> => fail(invalidArguments(detail));

/** Id of a layout, or its 1-based tab number. */
export type LayoutArgs = { readonly id: string } | { readonly nth: number };

function layoutOf(view: LayoutServices['view'], args: LayoutArgs): LayoutChoice | undefined {
  const { layouts, visibleLayoutId } = view.store.getState();
  return 'id' in args
    ? layouts.find(({ id }) => id === args.id)
    : layoutTabs(layouts, visibleLayoutId)[args.nth - 1];
}

/** Hangs a layout; the id of the layout that is already hung restores the default layout. */
export function layoutCommand({
  view,
  notices,
  awaited,
}: LayoutServices): CommandDefinition<LayoutArgs> {
  return {
    id: 'breast-planes.layout',
    undo: 'none',
    validate(args) {
      const { id, nth } = fieldsOf(args);
      if (typeof id === 'string' && nth === undefined) return ok({ id });
      const isTabNumber = isFiniteNumber(nth) && Number.isInteger(nth) && nth >= 1 && nth <= 9;
      if (isTabNumber && id === undefined) return ok({ nth });
      return reject(viewTexts.layouts.invalid(JSON.stringify(args) ?? 'nothing'));
    },
    enabled(args) {
      const layout = args === undefined ? undefined : layoutOf(view, args);
      if (layout === undefined || layout.pending || layout.unavailableReason === null) return true;
      return viewTexts.layouts.notNow(layout.title, layout.unavailableReason);
    },
    run(args) {
      const { layouts, visibleLayoutId } = view.store.getState();
      const layout = layoutOf(view, args);
      if (layout === undefined) {
        if (layouts.length === 0) notices.show('info', viewTexts.layouts.imagesLoading);
        else if ('id' in args) notices.show('user-error', viewTexts.layouts.unknown(args.id));
        return;
      }
      if (layout.pending) {
        awaited.open(layout.id);
        return;
      }
      if (layout.unavailableReason !== null) {
        notices.show(
          'user-error',
          viewTexts.layouts.notNow(layout.title, layout.unavailableReason),
        );
        return;
      }
      const restoresDefault = 'id' in args && layout.id === visibleLayoutId;
      view.set({ selectedLayoutId: restoresDefault ? null : layout.id, maximisedCellId: null });
    },
  };
}

/**
 * Hangs the comparison layout. A null or unknown `scanId` keeps the selected prior scan, initially
 * the newest.
 */
export function compareCommand(
  services: LayoutServices,
): CommandDefinition<{ readonly scanId: string | null }> {
  const { view } = services;
  return {
    id: 'breast-planes.compare-with',
    undo: 'none',
    validate(args) {
      const { scanId } = fieldsOf(args);
      if (scanId === undefined) return ok({ scanId: null });
      return typeof scanId === 'string'
        ? ok({ scanId })
        : reject(viewTexts.prior.invalid(JSON.stringify(scanId)));
    },
    run({ scanId }) {
      const { priors } = view.store.getState();
      if (scanId !== null && priors.some(({ id }) => id === scanId)) {
        view.set({ selectedPriorId: scanId });
      }
      const layout = { id: 'breast-planes.compare' };
      if (view.store.getState().visibleLayoutId !== layout.id) {
        void layoutCommand(services).run(layout, new AbortController().signal);
      }
    },
  };
}

/** Links or unlinks the movement of the shown scans. */
export function linkCommand({ settings }: ViewServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.link-views',
    undo: 'none',
    validate: noArguments,
    run: () => settings.set({ linked: !settings.store.getState().linked }),
  };
}

/**
 * Starts or stops the cine of the active view; by Space, starts when the key is released, because a
 * drag while it is held pans.
 */
export function cineCommand(
  { view, reading, settings }: ViewServices,
  space: Pick<SpaceHold, 'onTap'>,
): CommandDefinition<void> {
  return {
    id: 'breast-planes.cine',
    undo: 'none',
    validate: noArguments,
    run() {
      const { activeCellId, visibleCellIds } = view.store.getState();
      const cellId = activeCellId ?? visibleCellIds[0] ?? null;
      const { playing } = settings.store.getState();
      if (playing !== null) settings.set({ playing: null });
      else if (cellId !== null && reading.store.getState().cells[cellId] !== undefined) {
        space.onTap(() => settings.set({ playing: { cellId, direction: 1 } }));
      }
    },
  };
}

export interface SlabArgs {
  /** `next`: the kind after the current one; null: unchanged. */
  readonly kind: SlabKind | 'next' | null;
  /** Thickness; null: unchanged. */
  readonly mm: number | null;
  /** Added to the thickness. */
  readonly byMm: number;
}

const KINDS: readonly SlabKind[] = ['mean', 'mip', 'minip'];

/** Sets kind and thickness of the active view's slab. */
export function slabCommand(services: ViewServices): CommandDefinition<SlabArgs> {
  return {
    id: 'breast-planes.slab',
    undo: 'none',
    validate(args) {
      const { kind = null, mm = null, byMm = 0 } = fieldsOf(args);
      const isKind = kind === null || kind === 'next' || KINDS.some((entry) => entry === kind);
      if (!isKind || !(mm === null || isFiniteNumber(mm)) || !isFiniteNumber(byMm)) {
        return reject(viewTexts.slab.invalid(JSON.stringify(args)));
      }
      return ok({ kind: kind as SlabArgs['kind'], mm, byMm });
    },
    run({ kind, mm, byMm }) {
      const plane = slabPlane(services);
      if (plane === null) {
        services.notices.show('user-error', viewTexts.slab.none);
        return;
      }
      const { presentations } = services;
      const slab = slabOf(presentations.store.getState(), plane);
      const requestedMm = (mm ?? slab.thicknessMm) + byMm;
      const isKindOnly = kind !== null && mm === null;
      presentations.setSlab(plane, {
        kind: kind === 'next' ? nextKind(slab) : (kind ?? slab.kind),
        // A kind without a thickness would change nothing on the screen.
        thicknessMm: isKindOnly && requestedMm === 0 ? DEFAULT_SLAB_MM : requestedMm,
      });
    },
  };
}

/** Returns the kind after the slab's kind; without a slab the kind itself, which then appears. */
function nextKind({ kind, thicknessMm }: Slab): SlabKind {
  if (thicknessMm === 0) return kind;
  return KINDS[(KINDS.indexOf(kind) + 1) % KINDS.length] ?? 'mean';
}

export interface AdjustArgs {
  /** 1-based preset number; null opens or closes the popover. */
  readonly preset: number | null;
}

/** Applies a greyscale preset to the active view, or opens or closes its adjustment popover. */
export function adjustCommand(services: ViewServices): CommandDefinition<AdjustArgs> {
  const { settings } = services;
  return {
    id: 'breast-planes.adjust',
    undo: 'none',
    validate(args) {
      const { preset = null } = fieldsOf(args);
      if (preset === null) return ok({ preset });
      return isFiniteNumber(preset) && PRESETS[preset - 1] !== undefined
        ? ok({ preset })
        : reject(viewTexts.adjust.invalid(PRESETS.length, JSON.stringify(args)));
    },
    run({ preset }) {
      const target = adjustmentTarget(services);
      if (target === null) return;
      if (preset !== null) {
        applyPreset(services.presentations, target, preset);
        return;
      }
      const { cellId } = target;
      const openPopover = settings.store.getState().popover;
      const isOpen = openPopover?.cellId === cellId && openPopover.kind === 'adjust';
      settings.set({ popover: isOpen ? null : { cellId, kind: 'adjust' } });
    },
  };
}

/** Applies the preset with this 1-based number; keeps the inversion of the view. */
function applyPreset(
  presentations: Presentations,
  { scan, view }: AdjustmentTarget,
  preset: number,
): void {
  const { inverted } = adjustmentOf(presentations.store.getState(), scan, view);
  const { adjustment = NEUTRAL_ADJUSTMENT } = PRESETS[preset - 1] ?? {};
  presentations.setAdjustment(scan.id, [view], { ...adjustment, inverted });
}

/** Inverts the grey levels of the active view. */
export function invertCommand(services: ViewServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.invert',
    undo: 'none',
    validate: noArguments,
    run() {
      const target = adjustmentTarget(services);
      if (target === null) return;
      const { scan, view } = target;
      const { presentations } = services;
      const adjustment = adjustmentOf(presentations.store.getState(), scan, view);
      presentations.setAdjustment(scan.id, [view], {
        ...adjustment,
        inverted: !adjustment.inverted,
      });
    },
  };
}

/** CSS pixels per millimetre at 96 ppi. */
const TRUE_PX_PER_MM = 96 / 25.4;

export interface ZoomArgs {
  /**
   * CSS pixels per millimetre; `true-size`: 96 px per inch; `voxels`: one px per voxel in the
   * direction of the smallest voxel spacing.
   */
  readonly to: number | 'true-size' | 'voxels';
}

/** Zooms all planes; the view whose scale is stated gets the requested scale. */
export function zoomCommand(services: ViewServices): CommandDefinition<ZoomArgs> {
  const { reading, view } = services;
  return {
    id: 'breast-planes.zoom',
    undo: 'none',
    validate(args) {
      const { to } = fieldsOf(args);
      if (to === 'true-size' || to === 'voxels' || (isFiniteNumber(to) && to > 0))
        return ok({ to });
      return reject(viewTexts.zoom.invalid(JSON.stringify(args) ?? 'nothing'));
    },
    run({ to }) {
      const shown = view.store.getState();
      const values = reading.store.getState();
      const currentPxPerMm = pxPerMmOf(values, scaleCellId(shown), shown.maximisedCellId);
      const pxPerMm = requestedPxPerMm(services, to);
      if (currentPxPerMm === null || pxPerMm === null) return;
      reading.setZoom((values.zoom * pxPerMm) / currentPxPerMm);
    },
  };
}

/** Returns null for `voxels` until the volume of the active scan is known. */
function requestedPxPerMm(services: ViewServices, to: ZoomArgs['to']): number | null {
  if (to === 'voxels') return voxelPxPerMm(services);
  return to === 'true-size' ? TRUE_PX_PER_MM : to;
}

/** Returns null until the volume of the active scan is known. */
function voxelPxPerMm(services: ViewServices): number | null {
  const planes = activePlanes(services);
  return planes === null ? null : 1 / Math.min(...planes.volume.spacingMm);
}

const ALL_VIEWS: readonly PlaneView[] = ['COR', 'TRA', 'SAG', 'RAD', 'CEN', 'PER'];

/** Resets zoom, pan, slabs, cine and adjustments of the shown scans; keeps the plane positions. */
export function resetViewsCommand(services: ViewServices): CommandDefinition<void> {
  const { reading, presentations, settings } = services;
  return {
    id: 'breast-planes.reset-views',
    undo: 'none',
    validate: noArguments,
    run() {
      reading.fit();
      presentations.resetSlabs();
      settings.set({ playing: null, cineRanges: {} });
      for (const scan of shownScans(services)) resetAdjustments(presentations, scan);
    },
  };
}

function resetAdjustments(presentations: Presentations, scan: Scan): void {
  const values = presentations.store.getState();
  const changed = ALL_VIEWS.filter((view) => !isNeutral(adjustmentOf(values, scan, view)));
  if (changed.length > 0) presentations.setAdjustment(scan.id, changed, NEUTRAL_ADJUSTMENT);
}

/** Returns the scans that the adjustable views show. */
function shownScans({ settings, study, view }: ViewServices): readonly Scan[] {
  const ids = new Set(Object.values(settings.store.getState().panels).map(({ scanId }) => scanId));
  const { scans } = study.store.getState();
  return [...ids].flatMap((id) => anyScan(scans, view.store.getState(), id) ?? []);
}

interface AdjustmentTarget {
  readonly cellId: string;
  readonly scan: Scan;
  readonly view: PlaneView;
}

/**
 * Returns the active view, else the first view of the target scan. Shows a notice and returns null
 * if no such view has adjustments.
 */
function adjustmentTarget(services: ViewServices): AdjustmentTarget | null {
  const { view, study, settings, notices } = services;
  const { panels } = settings.store.getState();
  const { scans, targetScanId } = study.store.getState();
  const active = shownActiveCell(services.view);
  const shown = view.store.getState().visibleCellIds;
  const cellId = active ?? shown.find((id) => panels[id]?.scanId === targetScanId);
  const panel = cellId === undefined ? undefined : panels[cellId];
  const scan = panel === undefined ? null : anyScan(scans, view.store.getState(), panel.scanId);
  if (cellId === undefined || panel === undefined || scan === null) {
    notices.show('user-error', viewTexts.adjust.none);
    return null;
  }
  return { cellId, scan, view: panel.view };
}

/**
 * Returns the plane of the active view; without an active view, of the first plane view. Null if the
 * active view shows no plane.
 */
function slabPlane(services: ViewServices): VolumePlane | null {
  const { cells } = services.reading.store.getState();
  const active = shownActiveCell(services.view);
  const { visibleCellIds } = services.view.store.getState();
  const cellId = active ?? visibleCellIds.find((id) => cells[id] !== undefined);
  return (cellId === undefined ? undefined : cells[cellId]?.plane) ?? null;
}
