import { useEffect, useRef, useState } from 'react';
import { problemInLanguage } from '#core';
import { ok, type Problem, type Result } from '#foundation';
import type { FileAxes, FileAxis, StatedOrientation } from '#volume';
import { readOrientation, volumeFormatOf } from '#volume';
import type { MiddleSlice } from '../orientation/middle-slices.ts';
import { readSlices } from '../orientation/read-slices.ts';
import { importTexts } from '../texts/import-texts.ts';

/** Length of the part of a file that is read for its header. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** What the header states: `reading` until it is read; null for a file without a volume's header. */
export type HeaderState = StatedOrientation | 'reading' | null;

/** Directions of depth and head for the chosen file, and errors after an attempt to submit. */
export interface Orientation {
  readonly header: HeaderState;
  /** Middle slices along the axes of the file; null if the browser shows none. */
  readonly slices: readonly MiddleSlice[] | 'reading' | null;
  /** Why the header rules out an import; null if it does not. */
  readonly rejection: Problem | null;
  readonly depthAxis: FileAxis | null;
  readonly headAxis: FileAxis | null;
  /** Axes of the header that differ from the entered ones; null without a contradiction. */
  readonly contradicted: FileAxes | null;
  /** True once the user decided that the entered axes count against the header. */
  readonly overridesHeader: boolean;
  readonly errors: OrientationErrors;
}

export interface OrientationErrors {
  readonly depth?: string;
  readonly head?: string;
  readonly axes?: string;
  readonly whichCount?: string;
}

/** Entered values; `isChecked` after the first attempt to submit. */
interface Entry {
  readonly header: HeaderState;
  readonly slices: Orientation['slices'];
  readonly rejection: Problem | null;
  readonly depthAxis: FileAxis | null;
  readonly headAxis: FileAxis | null;
  readonly overridesHeader: boolean;
  readonly isChecked: boolean;
}

const NO_FILE: Entry = {
  header: null,
  slices: null,
  rejection: null,
  depthAxis: null,
  headAxis: null,
  overridesHeader: false,
  isChecked: false,
};

/** Fills depth and head from the header of the chosen file and detects a contradiction to it. */
export function useOrientation(): {
  readonly orientation: Orientation;
  /** Reads the header of a file that was chosen. */
  read(file: File): Promise<void>;
  setDepth(axis: FileAxis): void;
  setHead(axis: FileAxis): void;
  /** Decides a contradiction. */
  decide(counts: 'header' | 'entered'): void;
  /** Shows what is missing; true if the import may be sent. */
  check(): boolean;
} {
  const [entry, setEntry] = useState<Entry>(NO_FILE);
  const current = useRef<File | null>(null);
  const reading = useRef(new AbortController());

  async function read(file: File): Promise<void> {
    current.current = file;
    setEntry({ ...NO_FILE, header: 'reading' });
    const header = await headerOf(file);
    // Another file was chosen meanwhile.
    if (current.current !== file) return;
    if (header.ok) {
      const slices = header.value === null ? null : 'reading';
      setEntry({ ...NO_FILE, header: header.value, slices, ...axesOf(header.value) });
      if (slices !== null) await readMiddle(file);
    } else setEntry({ ...NO_FILE, rejection: problemInLanguage(header.problem) });
  }

  async function readMiddle(file: File): Promise<void> {
    reading.current.abort();
    reading.current = new AbortController();
    const slices = await readSlices(file, reading.current.signal);
    if (current.current === file) setEntry((now) => ({ ...now, slices }));
  }
  useEffect(() => () => reading.current.abort(), []);

  const contradicted = contradictedAxes(entry);
  const errors = errorsOf(entry, contradicted);
  return {
    orientation: { ...entry, contradicted, errors: entry.isChecked ? errors : shownAtOnce(errors) },
    read,
    setDepth: (depthAxis) => setEntry((now) => ({ ...now, depthAxis, overridesHeader: false })),
    setHead: (headAxis) => setEntry((now) => ({ ...now, headAxis, overridesHeader: false })),
    decide: (counts) => {
      const overridesHeader = counts === 'entered';
      const taken = overridesHeader ? {} : axesOf(entry.header);
      setEntry((now) => ({ ...now, ...taken, overridesHeader }));
    },
    check: () => {
      setEntry((now) => ({ ...now, isChecked: true }));
      const isReady = entry.header !== 'reading' && entry.rejection === null;
      return isReady && Object.keys(errors).length === 0;
    },
  };
}

/** Returns the axes to send: none where the server reads the header alone. */
export function axesToSend({ header, depthAxis, headAxis }: Orientation): FileAxes | null {
  if (header === null || depthAxis === null || headAxis === null) return null;
  return { depthAxis, headAxis };
}

/**
 * Returns what the header of a volume states, or the problem for which the server would reject the
 * file; null for any other file and one that can't be read, which the server explains.
 */
async function headerOf(file: File): Promise<Result<StatedOrientation | null>> {
  try {
    const bytes = new Uint8Array(await file.slice(0, MAX_HEADER_BYTES).arrayBuffer());
    return volumeFormatOf(bytes) === null ? ok(null) : readOrientation(bytes);
  } catch {
    // The file has been moved or is locked; sending it reports that.
    return ok(null);
  }
}

function axesOf(header: HeaderState): Pick<Entry, 'depthAxis' | 'headAxis'> {
  const axes = header === null || header === 'reading' ? null : header.axes;
  return axes ?? { depthAxis: null, headAxis: null };
}

function contradictedAxes({ header, depthAxis, headAxis }: Entry): FileAxes | null {
  const stated = axesOf(header);
  if (stated.depthAxis === null || stated.headAxis === null) return null;
  if (stated.depthAxis === depthAxis && stated.headAxis === headAxis) return null;
  return { depthAxis: stated.depthAxis, headAxis: stated.headAxis };
}

function errorsOf(entry: Entry, contradicted: FileAxes | null): OrientationErrors {
  const { header, depthAxis, headAxis, overridesHeader } = entry;
  if (header === null || header === 'reading') return {};
  const { missing } = importTexts;
  if (depthAxis === null || headAxis === null) {
    return {
      ...(depthAxis === null ? { depth: missing.depth } : {}),
      ...(headAxis === null ? { head: missing.head } : {}),
    };
  }
  if (depthAxis.slice(1) === headAxis.slice(1)) return { axes: missing.axes };
  const isOpen = contradicted !== null && !overridesHeader;
  return isOpen ? { whichCount: missing.whichCount } : {};
}

/** Returns the errors that show before the first attempt to submit. */
const shownAtOnce = ({ axes }: OrientationErrors): OrientationErrors =>
  axes === undefined ? {} : { axes };
