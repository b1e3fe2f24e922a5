import { useRef, useState } from 'react';
import { importTexts } from '../texts/import-texts.ts';
import { type StatedDay, statedDay } from './stated-day.ts';

/** Length of the part of a file that is read for its day. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Day of the examination as entered, and what the chosen file states. */
export interface ExaminationDay {
  /** yyyy-mm-dd; null until it is entered. */
  readonly day: string | null;
  readonly isUnknown: boolean;
  /** Null if the file states no day. */
  readonly stated: StatedDay | null;
}

const NOTHING: ExaminationDay = { day: null, isUnknown: false, stated: null };

/** Asks for the day of the examination, filled from a file that states it. */
export function useExaminationDay(): {
  readonly examination: ExaminationDay;
  /** Reads the day of a file that was chosen; keeps a day that was typed. */
  read(file: File): Promise<void>;
  setDay(day: string | null): void;
  setUnknown(isUnknown: boolean): void;
} {
  const [examination, setExamination] = useState<ExaminationDay>(NOTHING);
  const current = useRef<File | null>(null);
  return {
    examination,
    async read(file) {
      current.current = file;
      const stated = await dayOfFile(file);
      // Another file was chosen meanwhile.
      if (current.current !== file) return;
      setExamination((now) => withStated(now, stated));
    },
    setDay: (day) => setExamination((now) => ({ ...now, day })),
    setUnknown: (isUnknown) => setExamination((now) => ({ ...now, isUnknown })),
  };
}

/** Returns the fields of the request; none for an unknown day. */
export function dayToSend({ day, isUnknown, stated }: ExaminationDay): {
  readonly examinedOn?: string;
  readonly examinedTime?: string;
} {
  if (isUnknown || day === null) return {};
  const time = stated !== null && stated.day === day ? stated.time : null;
  return { examinedOn: day, ...(time === null ? {} : { examinedTime: time }) };
}

/** Returns the error of a day that is neither entered nor unknown; null without an error. */
export const dayError = ({ day, isUnknown }: ExaminationDay): string | null =>
  day === null && !isUnknown ? importTexts.missing.day : null;

function withStated(now: ExaminationDay, stated: StatedDay | null): ExaminationDay {
  const isTyped = now.day !== null && now.day !== now.stated?.day;
  if (isTyped) return { ...now, stated };
  const day = stated?.day ?? null;
  return { day, isUnknown: day === null && now.isUnknown, stated };
}

async function dayOfFile(file: File): Promise<StatedDay | null> {
  try {
    return statedDay(new Uint8Array(await file.slice(0, MAX_HEADER_BYTES).arrayBuffer()));
  } catch {
    // The file has been moved or is locked; sending it reports that.
    return null;
  }
}
