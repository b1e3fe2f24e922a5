import type { Result } from '#foundation';
import { fail, messageOf, ok, ProblemError } from '#foundation';
import { damaged, notDicom, truncatedPixels } from './dicom-problems.ts';

/** SOP class, transfer syntax and end of the pixel data of a DICOM file. */
export interface FileLayout {
  readonly sopClassUid: string | null;
  readonly transferSyntaxUid: string | null;
  /** End of the pixel data, or of the file; later bytes are ignored. */
  readonly endByte: number;
}

/** Unused bytes before the magic bytes. */
const PREAMBLE_BYTES = 128;
const MAGIC = [...'DICM'].map((character) => character.charCodeAt(0));
/** Offset of the first element, after preamble and magic bytes. */
const FIRST_ELEMENT = 132;
const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
/** Transfer syntaxes that cannot be walked: deflated and big endian. */
const NOT_WALKABLE = ['1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2'];
/** Value representations with a length of four bytes (PS3.5 7.1.2). */
const LONG_VRS = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'];
const UNDEFINED_LENGTH = 0xffffffff;
/** Maximum nesting of sequences. */
const MAX_DEPTH = 32;

// Tags as group × 0x10000 + element.

const GROUP_LENGTH = 0x00020000;
const SOP_CLASS = 0x00020002;
const TRANSFER_SYNTAX = 0x00020010;
const PIXEL_DATA = 0x7fe00010;
const ITEM = 0xfffee000;
const ITEM_END = 0xfffee00d;
const SEQUENCE_END = 0xfffee0dd;

/**
 * Walks the elements of a little-endian file (PS3.5 7) without reading their values, and checks
 * that each lies within the file, because the library that reads the values fills missing data with
 * zeros and trusts any length. For big-endian or deflated files, walks only the meta information.
 */
export function fileLayout(bytes: Uint8Array): Result<FileLayout> {
  if (!MAGIC.every((code, at) => bytes[PREAMBLE_BYTES + at] === code)) return fail(notDicom());
  try {
    return ok(walkFile(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  } catch (thrown) {
    // DataView throws for a read past the end, as for a value that is shorter than its type.
    return fail(thrown instanceof ProblemError ? thrown.problem : damaged(messageOf(thrown)));
  }
}

interface Element {
  readonly tag: number;
  /** Value representation; null for implicit syntaxes and delimiters. */
  readonly vr: string | null;
  readonly length: number;
  /** Offset of the value. */
  readonly bodyStart: number;
}

function walkFile(view: DataView): FileLayout {
  const end = view.byteLength;
  let at = FIRST_ELEMENT;
  let sopClassUid: string | null = null;
  let transferSyntaxUid: string | null = null;
  while (at + 8 <= end && view.getUint16(at, true) === 0x0002) {
    const element = readElement(view, at, end, false);
    const { tag, bodyStart, length } = element;
    requireInside(element, end);
    if (tag === GROUP_LENGTH && view.getUint32(bodyStart, true) > end - bodyStart - length) {
      throw new ProblemError(
        truncatedPixels('Its meta information extends beyond the end of the file.'),
      );
    }
    if (tag === SOP_CLASS) sopClassUid = uid(view, element);
    if (tag === TRANSFER_SYNTAX) {
      // The library may use the other one, and unpack a deflated file.
      if (transferSyntaxUid !== null) {
        throw new ProblemError(damaged('It has two transfer syntaxes.'));
      }
      transferSyntaxUid = uid(view, element);
    }
    at = bodyStart + length;
  }
  const isWalkable = transferSyntaxUid !== null && !NOT_WALKABLE.includes(transferSyntaxUid);
  const isImplicit = transferSyntaxUid === IMPLICIT_LITTLE_ENDIAN;
  const endByte = isWalkable ? walkElements(view, at, end, isImplicit, 0) : at;
  return { sopClassUid, transferSyntaxUid, endByte };
}

/** Returns the end of the elements: after the pixel data, at an item delimiter, or at `end`. */
function walkElements(
  view: DataView,
  start: number,
  end: number,
  isImplicit: boolean,
  depth: number,
): number {
  let at = start;
  // Fewer bytes than an element header are padding.
  while (at + 8 <= end) {
    const element = readElement(view, at, end, isImplicit);
    const { tag, vr, length, bodyStart } = element;
    if (tag === ITEM_END && depth > 0) return bodyStart;
    const isPixels = tag === PIXEL_DATA && depth === 0;
    if (length === UNDEFINED_LENGTH) {
      at = walkItems(view, bodyStart, end, isImplicit || vr === 'UN', isPixels, depth + 1);
    } else {
      requireInside(element, end);
      at = bodyStart + length;
      if (vr === 'SQ' || (isImplicit && !isPixels && startsWithItem(view, element))) {
        walkItems(view, bodyStart, at, isImplicit, false, depth + 1);
      }
    }
    if (isPixels) return at;
  }
  return end;
}

/**
 * Walks the items of a sequence or the fragments of encapsulated pixels, up to the delimiter or
 * `end`.
 */
function walkItems(
  view: DataView,
  start: number,
  end: number,
  isImplicit: boolean,
  areFragments: boolean,
  depth: number,
): number {
  if (depth > MAX_DEPTH) throw new ProblemError(damaged('Its sequences are nested too deeply.'));
  let at = start;
  while (at + 8 <= end) {
    const item = readElement(view, at, end, true);
    if (item.tag === SEQUENCE_END) return item.bodyStart;
    if (item.tag !== ITEM) {
      throw new ProblemError(damaged(`At byte ${at} an item of a sequence is missing.`));
    }
    if (item.length === UNDEFINED_LENGTH && !areFragments) {
      at = walkElements(view, item.bodyStart, end, isImplicit, depth);
    } else {
      requireInside(item, end);
      at = item.bodyStart + item.length;
      if (!areFragments) walkElements(view, item.bodyStart, at, isImplicit, depth);
    }
  }
  return at;
}

function readElement(view: DataView, at: number, end: number, isImplicit: boolean): Element {
  const tag = view.getUint16(at, true) * 0x10000 + view.getUint16(at + 2, true);
  const isDelimiter = tag >= ITEM && tag <= SEQUENCE_END;
  if (isImplicit || isDelimiter) {
    return { tag, vr: null, length: view.getUint32(at + 4, true), bodyStart: at + 8 };
  }
  const vr = String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
  if (!/^[A-Z]{2}$/.test(vr)) {
    throw new ProblemError(damaged(`At byte ${at} an element has no known type.`));
  }
  if (!LONG_VRS.includes(vr)) {
    return { tag, vr, length: view.getUint16(at + 6, true), bodyStart: at + 8 };
  }
  if (at + 12 > end) throw new ProblemError(truncatedPixels(`It ends within ${tagName(tag)}.`));
  return { tag, vr, length: view.getUint32(at + 8, true), bodyStart: at + 12 };
}

function requireInside({ tag, length, bodyStart }: Element, end: number): void {
  if (length <= end - bodyStart) return;
  const available = Math.max(0, end - bodyStart);
  const detail = `${tagName(tag)} declares ${length} bytes, but only ${available} follow.`;
  throw new ProblemError(truncatedPixels(detail));
}

/** Returns whether a value begins with an item; implicit syntaxes do not mark sequences. */
function startsWithItem(view: DataView, { bodyStart, length }: Element): boolean {
  return length >= 8 && view.getUint32(bodyStart, true) === 0xe000fffe;
}

function uid(view: DataView, { bodyStart, length }: Element): string {
  // A UID has at most 64 characters (PS3.5 9.1).
  const bytes = new Uint8Array(view.buffer, view.byteOffset + bodyStart, Math.min(64, length));
  return new TextDecoder('latin1').decode(bytes).replaceAll('\0', '').trim();
}

function tagName(tag: number): string {
  const hex = tag.toString(16).padStart(8, '0').toUpperCase();
  return `Element (${hex.slice(0, 4)},${hex.slice(4)})`;
}
