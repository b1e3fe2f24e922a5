import {
  type Finding,
  GENERATOR_LETTERS,
  type Mark,
  type Patient,
  type Scan,
  type ScanSide,
  type Study,
} from '#contracts';
import { type LocationReference, locationOf } from '#findings';
import { formatDay, withinSentence } from '#foundation';
import {
  breastPosition,
  type PlanePosition,
  positionToMm,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { findingTexts } from '../../texts/finding-texts.ts';
import { locationTexts } from '../../texts/location-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { formatPosition, PLANE_TITLE } from '../planes/plane-text.ts';
import { isInSoundField } from '../planes/sound-field.ts';
import { scanDay } from '../views/scan-day.ts';
import { fromNippleText } from './distance-unit.ts';
import { formatFinding, sizeText } from './format-finding.ts';
import { formatClock, formatLocationTitle } from './format-location.ts';

const SEPARATOR = ' · ';

/** Patient, study and scan of an image. */
export interface ImageSubject {
  readonly scan: Pick<Scan, 'laterality' | 'acquisitionTime' | 'createdAt'>;
  /** Null unless the reader may see patients. */
  readonly patient: Pick<Patient, 'firstName' | 'lastName' | 'code' | 'birthDate'> | null;
  readonly study: Pick<Study, 'id' | 'accessionNumber'>;
}

/**
 * Returns the lines at the top of every caption: the patient (none for a reader without access to
 * patients), then study, day and side in words.
 */
export function subjectLines({ scan, patient, study }: ImageSubject): readonly string[] {
  const { accession, alias } = viewTexts.image.subject;
  const { accessionNumber, id } = study;
  const studyLine = [
    accessionNumber === null ? alias(id) : accession(accessionNumber),
    scanDay(scan),
    findingTexts.map.side[scan.laterality.id],
  ].join(SEPARATOR);
  return patient === null ? [studyLine] : [patientLine(patient), studyLine];
}

function patientLine(patient: NonNullable<ImageSubject['patient']>): string {
  const { firstName, lastName, code, birthDate } = patient;
  const name = firstName === null ? lastName : `${lastName}, ${firstName}`;
  const known = [name, code, birthDate === null ? null : formatDay(birthDate)];
  return known.filter((part) => part !== null).join(SEPARATOR);
}

/** A plane to be saved as an image. */
export interface CapturedPlane {
  readonly plane: VolumePlane;
  readonly scan: Pick<Scan, 'id' | 'label' | 'laterality'>;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition;
}

/**
 * Returns the caption of a plane: scan, plane, slab and the position of the plane, then clock
 * position and distance of the cross, where the planes meet.
 */
export function captionOf(shown: CapturedPlane, slab: string): readonly string[] {
  const { plane, scan, volume, nippleMm, position } = shown;
  const { name, value, unit } = formatPosition(volume, nippleMm, position, plane);
  const planePosition = plane === 'RAD' ? `${name} ${value}` : `${name} ${value} ${unit}`;
  return [
    [scan.label, PLANE_TITLE[plane], slab, withinSentence(planePosition)].join(SEPARATOR),
    viewTexts.image.cross(fromNipple(shown).join(SEPARATOR)),
  ];
}

function fromNipple({ scan, volume, nippleMm, position }: CapturedPlane): readonly string[] {
  const crossMm = positionToMm(volume, position);
  if (!isInSoundField(volume, crossMm)) return [withinSentence(readingTexts.readout.outside)];
  if (nippleMm === null) return [locationTexts.noNipple];
  const depth = { depthMm: 0, depthReference: 'transducer-face' } as const;
  const location = breastPosition(scan.laterality.id, nippleMm, crossMm, depth);
  const distance = fromNippleText(location.distanceFromNippleMm);
  return [formatClock(location, 1), distance];
}

/** A mark that is drawn in an image. */
export interface CaptionedMark {
  readonly finding: Pick<Finding, 'id' | 'label' | 'generator'>;
  readonly mark: Mark;
}

/**
 * Returns a line for each finding with marks in the image, from these marks alone: number, location
 * and lengths. A finding whose marks have different locations gets a line for each location.
 */
export function findingLines(
  drawn: readonly CaptionedMark[],
  reference: LocationReference,
): readonly string[] {
  const located = drawn.map((shown) => ({
    ...shown,
    location: markLocation(shown.mark, reference),
  }));
  const lines = Map.groupBy(located, ({ finding, location }) => `${finding.id} ${location}`);
  return [...lines.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return findingLine(first.finding, [first.location, sizeText(group.map(({ mark }) => mark))]);
  });
}

/** Returns the line of a finding that is shown as a whole, with location and size of its row. */
export function summaryLine(
  finding: Finding,
  reference: LocationReference | null,
  side: ScanSide,
): string {
  const { title, hint, size } = formatFinding(finding, reference, side);
  return findingLine(finding, [title, hint === null ? '' : locationTexts.noNipple, size]);
}

/** Names a finding as its number in the image does, with the letter of an AI finding. */
function findingLine(
  { label, generator }: CaptionedMark['finding'],
  details: readonly string[],
): string {
  const letter = generator.id === 'USER' ? '' : GENERATOR_LETTERS[generator.id];
  const known = details.filter((detail) => detail !== '');
  return viewTexts.image.finding(`${label}${letter}`, known.join(SEPARATOR));
}

function markLocation(mark: Mark, reference: LocationReference): string {
  const location = locationOf([mark], reference);
  if (location === null) return '';
  if (location.position !== null) return formatLocationTitle(location.position);
  const depth = locationTexts.depth(Math.round(location.depthMm));
  return locationTexts.finding.title([reference.side, depth, locationTexts.noNipple]);
}

/**
 * Wraps a line at spaces to a maximum width, in the unit of `widthOf`; breaks words that are wider.
 */
export function wrapLine(
  line: string,
  maxWidth: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (widthOf(longer) <= maxWidth) {
      current = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = breakWord(word, maxWidth, widthOf);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
  }
  return current === '' ? lines : [...lines, current];
}

/** Splits a word into pieces that fit; a piece has at least one character. */
function breakWord(
  word: string,
  maxWidth: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character) > maxWidth) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** Returns the file name of saved thumbnails, e.g. 'breast-R-thumbnails-01a1fe5b.png'. */
export const sheetFileName = ({ id, label }: Pick<Scan, 'id' | 'label'>): string =>
  viewTexts.image.file(['breast', label.replaceAll(' ', '-'), 'thumbnails', id.slice(0, 8)]);

/**
 * Returns the file name of a saved image, e.g. 'breast-R-coronal-01a1fe5b-marked.png'; contains
 * part of the scan id, never the patient's name.
 */
export function imageFileName(
  { scan, plane }: { readonly scan: Pick<Scan, 'id' | 'label'>; readonly plane: VolumePlane },
  kind: 'marked' | 'clean',
): string {
  const parts = ['breast', scan.label.replaceAll(' ', '-'), PLANE_TITLE[plane].toLowerCase()];
  return viewTexts.image.file([...parts, scan.id.slice(0, 8), kind]);
}
