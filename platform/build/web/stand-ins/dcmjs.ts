/**
 * What cornerstone gets for `dcmjs` in the browser. Slice viewing takes its log, the UIDs of four
 * transfer syntaxes and the dictionary entries of the tags that cornerstone lists by keyword; the
 * parser and the other 5000 entries are no part of it, because files are read by the server. Who
 * reaches for those gets a `NotInBrowserBuild`, never a wrong answer.
 */
import { dicomKeywords } from 'clockface:dicom-keywords';
import log from 'loglevel';

// As dcmjs does when it is imported.
log.setLevel('warn');

export { log };

/** Says by name what was cut away, so that nobody looks for the fault in a file. */
class NotInBrowserBuild extends Error {
  override readonly name = 'NotInBrowserBuild';

  constructor(what: string) {
    super(`${what} is no part of the browser build (platform/build/web/stand-ins/dcmjs.ts)`);
  }
}

/** PS3.5 annex A and PS3.6 table A-1. */
export const constants = {
  IMPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2',
  EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1',
  DEFLATED_EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1.99',
  EXPLICIT_BIG_ENDIAN: '1.2.840.10008.1.2.2',
} as const;

const { entries, unknown } = dicomKeywords;

/** A table that answers for the listed tags as dcmjs does, and throws for any other. */
function trackedTable<T extends object>(table: T): T {
  const isKnown = (key: PropertyKey): boolean => Object.hasOwn(table, key);
  const check = (key: PropertyKey): void => {
    if (typeof key === 'symbol' || isKnown(key) || unknown.includes(key as string)) return;
    // Keywords begin with a capital (PS3.6, clause 5): cornerstone also asks for names of its own.
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
