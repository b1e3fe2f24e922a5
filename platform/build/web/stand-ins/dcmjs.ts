/**
 * Replaces `dcmjs` for cornerstone in the browser. Slice viewing uses its log, the UIDs of four
 * transfer syntaxes and the dictionary entries of the tags that cornerstone lists by keyword. The
 * parser and the other 5000 entries are omitted, because the server reads the files. Access to
 * omitted parts throws `NotInBrowserBuild` and never returns a wrong value.
 */
import { dicomKeywords } from 'clockface:dicom-keywords';
import log from 'loglevel';

// Same level as dcmjs sets on import.
log.setLevel('warn');

export { log };

/** Names the omitted part, so that the error is not mistaken for a damaged file. */
class NotInBrowserBuild extends Error {
  override readonly name = 'NotInBrowserBuild';

  constructor(what: string) {
    super(`${what} is not part of the browser build (platform/build/web/stand-ins/dcmjs.ts)`);
  }
}

/** Source: PS3.5 annex A and PS3.6 table A-1. */
export const constants = {
  IMPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2',
  EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1',
  DEFLATED_EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1.99',
  EXPLICIT_BIG_ENDIAN: '1.2.840.10008.1.2.2',
} as const;

const { entries, unknown } = dicomKeywords;

/** Returns a table that behaves like dcmjs for the listed tags and throws for all others. */
function trackedTable<T extends object>(table: T): T {
  const isKnown = (key: PropertyKey): boolean => Object.hasOwn(table, key);
  const check = (key: PropertyKey): void => {
    if (typeof key === 'symbol' || isKnown(key) || unknown.includes(key as string)) return;
    // Keywords begin with a capital (PS3.6, clause 5); cornerstone also looks up names of its own.
    if (/^[a-z]/.test(String(key))) return;
    throw new NotInBrowserBuild(`The DICOM dictionary's entry ${String(key)}`);
  };
  return new Proxy(table, {
    get(target, key) {
      check(key);
      return isKnown(key) ? Reflect.get(target, key) : undefined;
    },
    has(_target, key) {
      check(key);
      return isKnown(key);
    },
    getOwnPropertyDescriptor(target, key) {
      check(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys() {
      throw new NotInBrowserBuild('The whole DICOM dictionary');
    },
  });
}

export const data = {
  DicomMetaDictionary: {
    dictionary: trackedTable(
      Object.fromEntries(entries.map((entry) => [entry.tag.replace(/[(),]/g, ''), entry])),
    ),
    nameMap: trackedTable(Object.fromEntries(entries.map((entry) => [entry.name, entry]))),
  },
};

class DicomMetadataListener {
  constructor() {
    throw new NotInBrowserBuild('The reader of DICOM metadata');
  }
}

class AsyncDicomReader {
  constructor() {
    throw new NotInBrowserBuild('The reader of DICOM files');
  }
}

export const utilities = { DicomMetadataListener };
export const async = { AsyncDicomReader };
