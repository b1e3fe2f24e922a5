import type { ImageAdjustment, NippleLocation } from '#contracts';
import type { PlanePosition, Vec3, VolumeGeometry, VolumeGrid, VolumePlane } from '#geometry';
import { BOTH_CORONALS, type FirstLayout, FOUR_PLANES } from './first-layout.ts';
import { clampZoom, NO_PAN, type Pan } from './planes/image-layout.ts';
import { clampToVolume, startPosition } from './planes/linked-position.ts';
import {
  defaultSlab,
  NEUTRAL_ADJUSTMENT,
  type PlanePresentation,
} from './planes/plane-presentation.ts';

/** Unvalidated JSON object. */
type Unchecked = Readonly<Record<string, unknown>>;

/** Fields of a scan that the boot preview needs. */
export interface FirstScan {
  readonly id: string;
  readonly label: string;
  readonly orientationConfirmed: boolean;
  readonly nipple: PlanePosition | null;
  readonly adjustments: Readonly<Record<string, ImageAdjustment>>;
}

/** Saved view of a scan, as far as the boot preview restores it. */
export interface FirstView {
  /** Null: the default layout. */
  readonly layoutId: string | null;
  readonly position: PlanePosition | null;
  /** Voxel grid of `position`; null: the grid of the current volume. */
  readonly countedIn: VolumeGrid | null;
  readonly zoom: number;
  readonly pans: Readonly<Partial<Record<VolumePlane, Pan>>>;
  readonly adjustments: Readonly<Record<string, ImageAdjustment>>;
}

export const NO_SAVED_VIEW: FirstView = {
  layoutId: null,
  position: null,
  countedIn: null,
  zoom: 1,
  pans: {},
  adjustments: {},
};

const asObject = (value: unknown): Unchecked | null =>
  typeof value === 'object' && value !== null ? (value as Unchecked) : null;

const numbersOf = <Key extends string>(
  value: unknown,
  keys: readonly Key[],
): Record<Key, number> | null => {
  const record = asObject(value);
  const entries = keys.map((key) => [key, record?.[key]] as const);
  return entries.every(([, number]) => Number.isFinite(number))
    ? (Object.fromEntries(entries) as Record<Key, number>)
    : null;
};

const positionOf = (value: unknown): PlanePosition | null =>
  numbersOf(value, ['sag', 'tra', 'depth', 'rad'] satisfies (keyof NippleLocation)[]);

/** Parses a scan of the server's list; null for invalid fields. */
function firstScan(record: Unchecked | undefined): FirstScan | null {
  const { id, label, orientationConfirmed, nippleLocation, imageAdjustments } = record ?? {};
  if (typeof id !== 'string' || typeof label !== 'string') return null;
  const nipple = nippleLocation === null ? null : positionOf(nippleLocation);
  // An unreadable nipple location is an error, not a missing nipple.
  if (nippleLocation !== null && nipple === null) return null;
  return {
    id,
    label,
    nipple,
    orientationConfirmed: orientationConfirmed === true,
    adjustments: adjustmentsOf(imageAdjustments),
  };
}

const sideOf = ({ laterality }: Unchecked): unknown => asObject(laterality)?.id;

/** Sorts by acquisition time, latest first. */
const newestFirst = (a: Unchecked, b: Unchecked): number =>
  String(b.acquisitionTime ?? '') < String(a.acquisitionTime ?? '') ? -1 : 1;

/** The layout to hang, with the scan of each cell. */
export interface FirstHanging {
  readonly layout: FirstLayout;
  readonly cells: readonly {
    readonly area: string;
    readonly plane: VolumePlane;
    readonly scan: FirstScan;
  }[];
  /** Unique, the opened scan first. */
  readonly scans: readonly FirstScan[];
}

/**
 * Returns what the application will hang if all scans have a volume; null if that cannot be
 * predicted. `savedLayoutId` is the layout in which the user left the opened scan.
 */
export function firstHanging(
  scans: readonly Unchecked[],
  targetId: string,
  savedLayoutId: string | null,
): FirstHanging | null {
  const done = scans.filter(({ scanState }) => scanState === 'C');
  const target = done.find(({ id }) => id === targetId);
  const sides = new Set(done.map(sideOf).filter((side) => side === 'L' || side === 'R'));
  const byRule = sides.size === 2 ? BOTH_CORONALS : FOUR_PLANES;
  const layout = [BOTH_CORONALS, FOUR_PLANES].find(({ id }) => id === (savedLayoutId ?? byRule.id));
  if (target === undefined || layout === undefined) return null;
  const cells = layout.cells.map(({ area, plane, side }) => {
    const isTargets = side === null || sideOf(target) === side;
    const ofSide = done.filter((scan) => sideOf(scan) === side).sort(newestFirst);
    const scan = firstScan(isTargets ? target : ofSide[0]);
    return scan === null ? null : { area, plane, scan };
  });
  const known = cells.filter((cell) => cell !== null);
  if (known.length < cells.length) return null;
  const all = new Map(known.map(({ scan }) => [scan.id, scan]));
  const opened = all.get(targetId);
  if (opened === undefined) return null;
  return { layout, cells: known, scans: [...new Set([opened, ...all.values()])] };
}

function adjustmentsOf(value: unknown): Readonly<Record<string, ImageAdjustment>> {
  const entries = Object.entries(asObject(value) ?? {});
  return Object.fromEntries(
    entries.flatMap(([plane, adjustment]) => {
      const keys = Object.keys(NEUTRAL_ADJUSTMENT).filter((key) => key !== 'inverted');
      const numbers = numbersOf(adjustment, keys);
      const inverted = asObject(adjustment)?.inverted === true;
      return numbers === null ? [] : [[plane, { ...NEUTRAL_ADJUSTMENT, ...numbers, inverted }]];
    }),
  );
}

/** Parses a voxel grid; undefined if invalid. */
function gridOf(value: unknown): VolumeGrid | undefined {
  const { sizes, spacingMm, originMm } = asObject(value) ?? {};
  const [a, b, c] = [sizes, spacingMm, originMm].map(threeOf);
  return a && b && c ? { sizes: a, spacingMm: b, originMm: c } : undefined;
}

/** Returns the geometry of a volume from its file header; null for an incomplete header. */
export function firstGeometry(header: unknown): VolumeGeometry | null {
  const { sizes, coverageRadiusMm, ...rest } = asObject(header) ?? {};
  const grid = gridOf({ ...rest, sizes: String(sizes).split(' ').map(Number) });
  return grid && typeof coverageRadiusMm === 'number' ? { ...grid, coverageRadiusMm } : null;
}

const threeOf = (value: unknown): Vec3 | null =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite)
    ? (value as unknown as Vec3)
    : null;

/**
 * Reads the user's saved view of a scan from the stored preference; default values if nothing is
 * saved. Null for a maximised view, which the boot preview does not support, and for an unreadable
 * voxel grid.
 */
export function firstView(stored: string | undefined, scanId: string): FirstView | null {
  if (stored === undefined) return NO_SAVED_VIEW;
  const states = asObject(parsed(stored))?.states;
  const all = Array.isArray(states) ? states.map(asObject) : [];
  const state = all.find((entry) => entry?.scanId === scanId) ?? null;
  if (state === null) return NO_SAVED_VIEW;
  const views = Array.isArray(state.savedViewports) ? state.savedViewports.map(asObject) : [];
  if (views.some((view) => view?.size === 'MAXIMIZED')) return null;
  const countedIn = (state.volume ?? null) === null ? null : gridOf(state.volume);
  if (countedIn === undefined) return null;
  const zoom = views.map((view) => view?.zoom).find((value) => typeof value === 'number');
  const pans = views.flatMap((view) => {
    const [rightMm, downMm] = Array.isArray(view?.pan) ? view.pan : [];
    const isPan = Number.isFinite(rightMm) && Number.isFinite(downMm);
    return isPan ? [[String(view?.view), { rightMm, downMm }] as const] : [];
  });
  return {
    layoutId: typeof state.layout === 'string' ? state.layout : null,
    position: positionOf(asObject(state.positions)?.[scanId]),
    countedIn,
    zoom: clampZoom(zoom ?? 1),
    pans: Object.fromEntries(pans),
    adjustments: adjustmentsOf(state.imageAdjustments),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is ignored, as in the application, which also logs it.
    return null;
  }
}

/** Returns the plane positions in voxels of the full level. */
export function firstPosition(
  geometry: VolumeGeometry,
  { nipple }: FirstScan,
  { position, countedIn }: FirstView,
): PlanePosition {
  if (position === null) return startPosition(geometry, nipple);
  return clampToVolume(geometry, position, countedIn);
}

export const panOf = ({ pans }: FirstView, plane: VolumePlane): Pan => pans[plane] ?? NO_PAN;

/** Returns the user's adjustments, else those of the scan, with the default slab. */
export const firstPresentationOf = (
  scan: FirstScan,
  view: FirstView,
  plane: VolumePlane,
): PlanePresentation => ({
  adjustment: view.adjustments[plane] ?? scan.adjustments[plane] ?? NEUTRAL_ADJUSTMENT,
  slab: defaultSlab(plane),
});
