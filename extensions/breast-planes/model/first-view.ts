import type { ImageAdjustment, NippleLocation } from '#contracts';
import type { PlanePosition, Vec3, VolumeGeometry, VolumeGrid, VolumePlane } from '#geometry';
import { clampZoom, NO_PAN, type Pan } from './planes/image-layout.ts';
import { clampToVolume, startPosition } from './planes/linked-position.ts';
import {
  defaultSlab,
  NEUTRAL_ADJUSTMENT,
  type PlanePresentation,
  type Slab,
} from './planes/plane-presentation.ts';

/** JSON object of the server or a preference whose fields are not validated. */
export type Unchecked = Readonly<Record<string, unknown>>;

/** Fields of a scan that the boot preview needs. */
export interface FirstScan {
  readonly id: string;
  readonly label: string;
  readonly orientationConfirmed: boolean;
  /** Null: no nipple is set. */
  readonly nipple: PlanePosition | null;
  /** By plane view. */
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

/** Parses a saved position, with the axis of a radial plane beside the nipple. */
const savedPositionOf = (value: unknown): PlanePosition | null => {
  const position = positionOf(value);
  if (position === null) return null;
  return {
    ...position,
    radialAxisMm: numbersOf(asObject(value)?.radialAxisMm, ['x', 'z']) ?? undefined,
  };
};

/** Parses a scan of the server's list; null for invalid fields. */
export function firstScan(record: Unchecked | undefined): FirstScan | null {
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
  const states = asObject(parseJsonOrNull(stored))?.states;
  const entries = Array.isArray(states) ? states.map(asObject) : [];
  const state = entries.find((entry) => entry?.scanId === scanId) ?? null;
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
    position: savedPositionOf(asObject(state.positions)?.[scanId]),
    countedIn,
    zoom: clampZoom(zoom ?? 1),
    pans: Object.fromEntries(pans),
    adjustments: adjustmentsOf(state.imageAdjustments),
  };
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is ignored, as in the application, which also logs it.
    return null;
  }
}

/**
 * Returns the plane positions to show, in voxels of the full level: the saved position, else the
 * initial position.
 */
export function firstPosition(
  geometry: VolumeGeometry,
  { nipple }: FirstScan,
  { position, countedIn }: FirstView,
): PlanePosition {
  if (position === null) return startPosition(geometry, nipple);
  return clampToVolume(geometry, position, countedIn);
}

export const panOf = ({ pans }: FirstView, plane: VolumePlane): Pan => pans[plane] ?? NO_PAN;

/**
 * Returns the user's adjustments, else those of the scan, with the default slab; `coronal` is the
 * slab that the reader prefers for coronal views.
 */
export const firstPresentationOf = (
  scan: FirstScan,
  view: FirstView,
  plane: VolumePlane,
  coronal: Slab = defaultSlab('COR'),
): PlanePresentation => ({
  adjustment: view.adjustments[plane] ?? scan.adjustments[plane] ?? NEUTRAL_ADJUSTMENT,
  slab: plane === 'COR' ? coronal : defaultSlab(plane),
});
