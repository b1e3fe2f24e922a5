import type { HangingProtocol, Scan, ScanFile, ScanSide } from '#contracts';
import type { LayoutChoice } from '../study/view/view-state.ts';
import { hangingTexts as texts } from '../texts/hanging-texts.ts';
import type { HungImage } from './definitions.ts';

/** The part of an image that hanging reads. */
export interface HangableImage {
  readonly scan: Pick<Scan, 'id' | 'label' | 'laterality' | 'origin' | 'acquisitionTime'>;
  readonly kind: HungImage['kind'];
  readonly file: Pick<ScanFile, 'id' | 'createdAt'> | null;
}

/** Input of hanging. */
export interface HangingContext<Image extends HangableImage = HungImage> {
  readonly images: readonly Image[];
  /** The opened scan. */
  readonly targetScanId: string | null;
  /** Scans opened before in this study, latest first; preferred among several scans of a side. */
  readonly opened?: readonly string[];
  /** Images of the prior scan to compare with. */
  readonly priors?: readonly Image[];
  /** Set while priors are being searched or after that failed; absent if `priors` is complete. */
  readonly priorsUnknown?: 'looking' | 'failed' | undefined;
  /** Layout chosen by the user; the rules decide if absent or impossible. */
  readonly selectedId?: string | null;
}

/** A cell of the layout; `image` is null if no image fits. */
export interface HungCell<Image extends HangableImage = HungImage> {
  readonly area: string;
  readonly viewport: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly image: Image | null;
  /** Texts that explain the chosen or missing image. */
  readonly reasons: readonly string[];
}

export interface HangResult<Image extends HangableImage = HungImage> {
  /** Null if no protocol's rules hold. */
  readonly protocol: HangingProtocol | null;
  readonly cells: readonly HungCell<Image>[];
  /** A sentence for each skipped protocol and for the choice. */
  readonly reasons: readonly string[];
}

type Rule = HangingProtocol['when'][number];
type Cell = HangingProtocol['cells'][number];

/**
 * Chooses a protocol and fills its cells. Pure, total and independent of the order of protocols and
 * images. A cell that requests a side takes only images of exactly that side.
 */
export function hang<Image extends HangableImage>(
  protocols: readonly HangingProtocol[],
  context: HangingContext<Image>,
): HangResult<Image> {
  const reasons: string[] = [];
  const ranked = [...protocols].sort((a, b) => b.priority - a.priority || compare(a.id, b.id));
  const selected = protocols.find(({ id }) => id === context.selectedId);
  if (selected !== undefined) {
    if (brokenRule(selected, context) === undefined) {
      const cells = selected.cells.map((cell) => fillCell(cell, context));
      return { protocol: selected, cells, reasons: [texts.selectedByUser(selected.title)] };
    }
    reasons.push(texts.notPossible(selected.title));
  }
  for (const protocol of ranked) {
    const broken = brokenRule(protocol, context);
    if (broken !== undefined) {
      reasons.push(texts.broken(protocol.title, broken.attribute, broken.op, broken.value));
      continue;
    }
    reasons.push(texts.selected(protocol.title, protocol.when.length, protocol.priority));
    return { protocol, cells: protocol.cells.map((cell) => fillCell(cell, context)), reasons };
  }
  return { protocol: null, cells: [], reasons };
}

/** Returns all protocols in the given order, each with the reason if unavailable. */
export function layoutChoices(
  protocols: readonly HangingProtocol[],
  context: HangingContext,
): readonly LayoutChoice[] {
  return protocols.map((protocol) => {
    const broken = brokenRule(protocol, context);
    const unavailableReason = broken === undefined ? null : unavailableReasonOf(broken, context);
    const pending = broken?.attribute === 'priors' && context.priorsUnknown === 'looking';
    const { id, title, tab } = protocol;
    return { id, title, icon: protocol.icon ?? null, tab, unavailableReason, pending };
  });
}

function unavailableReasonOf(
  { attribute, value }: Rule,
  { priorsUnknown }: HangingContext,
): string {
  switch (attribute) {
    case 'kind':
      return [value].flat().includes('VOLUME') ? texts.unavailable.volume : texts.unavailable.raw;
    case 'sidesInStudy':
    case 'sidesWithVolume':
      return texts.unavailable.otherSide;
    case 'priors':
      if (priorsUnknown === undefined) return texts.unavailable.prior;
      return priorsUnknown === 'looking'
        ? texts.unavailable.priorLoading
        : texts.unavailable.priorFailed;
    case 'laterality':
    case 'origin':
      return texts.unavailable.otherScan;
  }
}

const brokenRule = (
  protocol: HangingProtocol,
  context: HangingContext<HangableImage>,
): Rule | undefined => protocol.when.find((rule) => !matches(rule, context));

function fillCell<Image extends HangableImage>(
  cell: Cell,
  context: HangingContext<Image>,
): HungCell<Image> {
  const { area, viewport, options } = cell;
  const { kind, laterality, of } = cell.image;
  if (of === 'prior') return fillPrior(cell, context);
  const ofKind = context.images.filter((image) => image.kind === kind);
  const opened = context.opened ?? [];
  const isTarget = (image: Image): boolean => image.scan.id === context.targetScanId;
  const candidates =
    laterality === 'target'
      ? ofKind.filter(isTarget)
      : ofKind.filter((image) => sideOf(image) === laterality);
  const image = [...candidates].sort(
    (a, b) =>
      Number(isTarget(b)) - Number(isTarget(a)) ||
      openedRank(opened, a) - openedRank(opened, b) ||
      newestFirst(a, b),
  )[0];
  const request =
    laterality === 'target' ? texts.ofOpenedScan(kind) : texts.ofSide(kind, laterality);
  const reasons =
    image === undefined
      ? [texts.requests(request), texts.noneOf(context.images.length)]
      : [texts.requests(request), choiceReason(image, candidates.length, isTarget(image))];
  return { area, viewport, options, image: image ?? null, reasons };
}

/** Accepts only priors of exactly the requested side; a prior of an unknown side never matches. */
function fillPrior<Image extends HangableImage>(
  cell: Cell,
  context: HangingContext<Image>,
): HungCell<Image> {
  const { area, viewport, options } = cell;
  const { kind, laterality } = cell.image;
  const target = context.images.find((image) => image.scan.id === context.targetScanId);
  const targetSide = target === undefined ? null : sideOf(target);
  const side = laterality === 'target' ? targetSide : laterality;
  const priors = context.priors ?? [];
  const image = priors
    .filter((prior) => prior.kind === kind && side !== null && sideOf(prior) === side)
    .sort(newestFirst)[0];
  const reasons = [
    texts.requests(texts.ofPrior(kind, side ?? '?')),
    image === undefined ? texts.noneOf(priors.length) : texts.isPrior(image.scan.label),
  ];
  return { area, viewport, options, image: image ?? null, reasons };
}

/** Returns the index in `opened`; never opened scans rank last. */
function openedRank(opened: readonly string[], image: HangableImage): number {
  const index = opened.indexOf(image.scan.id);
  return index === -1 ? opened.length : index;
}

function choiceReason(image: HangableImage, candidates: number, isTarget: boolean): string {
  if (isTarget) return texts.wasOpened(image.scan.label);
  return texts.isNewest(image.scan.label, candidates);
}

/** Returns null unless the laterality is exactly L or R, even for invalid data. */
function sideOf(image: HangableImage): ScanSide | null {
  const side: string | undefined = image.scan.laterality?.id;
  return side === 'L' || side === 'R' ? side : null;
}

/** Returns the values of an attribute; empty if unknown. */
function valuesOf(
  attribute: Rule['attribute'],
  context: HangingContext<HangableImage>,
): readonly (string | number)[] {
  const target = context.images.filter((image) => image.scan.id === context.targetScanId);
  switch (attribute) {
    case 'kind':
      return target.map((image) => image.kind);
    case 'laterality':
      return target.flatMap((image) => sideOf(image) ?? []);
    case 'origin':
      return target.map((image) => image.scan.origin);
    case 'sidesInStudy':
      return [new Set(context.images.flatMap((image) => sideOf(image) ?? [])).size];
    case 'sidesWithVolume': {
      const volumes = context.images.filter((image) => image.kind === 'VOLUME');
      return [new Set(volumes.flatMap((image) => sideOf(image) ?? [])).size];
    }
    case 'priors':
      return [context.priors?.length ?? 0];
  }
}

function matches({ attribute, op, value }: Rule, context: HangingContext<HangableImage>): boolean {
  const values = valuesOf(attribute, context);
  switch (op) {
    case 'eq':
      return values.some((candidate) => candidate === value);
    case 'in':
      return Array.isArray(value) && values.some((candidate) => value.includes(String(candidate)));
    case 'gte':
      return values.some(
        (candidate) => typeof candidate === 'number' && candidate >= Number(value),
      );
  }
}

/**
 * Sorts by acquisition time, latest first, unknown times last; ids break ties. Compares the side
 * last, so that faulty data with two sides for one file still sort deterministically.
 */
function newestFirst(a: HangableImage, b: HangableImage): number {
  return (
    compare(b.scan.acquisitionTime ?? '', a.scan.acquisitionTime ?? '') ||
    compare(b.file?.createdAt ?? '', a.file?.createdAt ?? '') ||
    compare(a.scan.id, b.scan.id) ||
    compare(a.file?.id ?? '', b.file?.id ?? '') ||
    compare(sideOf(a) ?? '', sideOf(b) ?? '')
  );
}

/** Compares by code units, independently of the locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
