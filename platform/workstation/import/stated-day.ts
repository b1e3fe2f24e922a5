/** Day and time of an examination as a file states them, in the time zone of the device. */
export interface StatedDay {
  /** yyyy-mm-dd. */
  readonly day: string;
  /** HH:MM; null if the file states only the day. */
  readonly time: string | null;
}

/** Unused bytes before the magic bytes of a DICOM file. */
const PREAMBLE_BYTES = 128;
const FIRST_ELEMENT = PREAMBLE_BYTES + 4;
/** Value representations with a length of four bytes (PS3.5 7.1.2). */
const LONG_VRS = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'];
const META_GROUP = 0x0002;
/** Group of all days and times of a study (PS3.3 C.7); earlier elements are short. */
const DAY_GROUP = 0x0008;
const TRANSFER_SYNTAX = 0x00020010;
const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
/** Deflated and big-endian files can't be read element by element here. */
const UNREAD_SYNTAXES = ['1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2'];
/** Acquisition DateTime. */
const ACQUISITION = 0x0008002a;
/** Day and time of acquisition, content, series and study, the closest to the recording first. */
const DAYS_AND_TIMES = [
  [0x00080022, 0x00080032],
  [0x00080023, 0x00080033],
  [0x00080021, 0x00080031],
  [0x00080020, 0x00080030],
] as const;

/**
 * Returns the day that a DICOM file states in its first bytes; null for other files and those that
 * state none. A damaged file is null too, because the server explains the damage.
 */
export function statedDay(bytes: Uint8Array): StatedDay | null {
  const magic = String.fromCharCode(...bytes.subarray(PREAMBLE_BYTES, FIRST_ELEMENT));
  if (magic !== 'DICM') return null;
  const texts = textsOf(bytes);
  const whole = texts.get(ACQUISITION);
  const stated = whole === undefined ? null : dayAndTime(whole.slice(0, 8), whole.slice(8));
  if (stated !== null) return stated;
  for (const [dayTag, timeTag] of DAYS_AND_TIMES) {
    const found = dayAndTime(texts.get(dayTag) ?? '', texts.get(timeTag) ?? '');
    if (found !== null) return found;
  }
  return null;
}

/** Parses YYYYMMDD and HHMM…; null unless the day exists. */
function dayAndTime(dayText: string, timeText: string): StatedDay | null {
  const parts = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(dayText.trim());
  if (parts === null) return null;
  const day = parts.slice(1).join('-');
  const parsed = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
  if (!exists) return null;
  const time = /^([01]\d|2[0-3]):?([0-5]\d)/.exec(timeText.trim());
  return { day, time: time === null ? null : `${time[1]}:${time[2]}` };
}

/** Reads the short texts of the groups 0002 and 0008 (PS3.5 7.1); stops at the first odd element. */
function textsOf(bytes: Uint8Array): ReadonlyMap<number, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<number, string>();
  let at = FIRST_ELEMENT;
  while (at + 8 <= bytes.byteLength) {
    const group = view.getUint16(at, true);
    if (group > DAY_GROUP) break;
    const syntax = texts.get(TRANSFER_SYNTAX) ?? '';
    if (group > META_GROUP && UNREAD_SYNTAXES.includes(syntax)) break;
    const isImplicit = group > META_GROUP && syntax === IMPLICIT_LITTLE_ENDIAN;
    const { start, length } = valueAt(view, at, isImplicit);
    if (start + length > bytes.byteLength) break;
    const tag = group * 0x10000 + view.getUint16(at + 2, true);
    texts.set(tag, latin1(bytes.subarray(start, start + Math.min(length, MAX_TEXT_BYTES))));
    at = start + length;
  }
  return texts;
}

/** Longer than every day, time and transfer syntax. */
const MAX_TEXT_BYTES = 64;

const latin1 = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes)
    .replaceAll(String.fromCharCode(0), ' ')
    .trim();

/** Returns where the value of an element starts, and its length; an undefined length ends reading. */
function valueAt(
  view: DataView,
  at: number,
  isImplicit: boolean,
): { readonly start: number; readonly length: number } {
  if (isImplicit) return { start: at + 8, length: view.getUint32(at + 4, true) };
  const vr = String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
  if (!LONG_VRS.includes(vr)) return { start: at + 8, length: view.getUint16(at + 6, true) };
  const hasLength = at + 12 <= view.byteLength;
  return { start: at + 12, length: hasLength ? view.getUint32(at + 8, true) : 0 };
}
