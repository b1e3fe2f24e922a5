import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReportLanguage } from '#contracts';
import type { Disposable } from '#foundation';
import type { Dictation, DictationError } from '../../state/dictation.ts';

interface FieldDictation {
  readonly isListening: boolean;
  /** The phrase that is being recognised; '' without one. */
  readonly interim: string;
  readonly error: DictationError | null;
  toggle(): void;
  stop(): void;
}

/** Dictation into a field; ends with the field. */
export function useDictation(
  dictation: Dictation | null,
  language: ReportLanguage,
  onText: (text: string) => void,
): FieldDictation {
  const running = useRef<Disposable | null>(null);
  const latest = useRef(onText);
  const [isListening, setListening] = useState(false);
  const [interim, setInterim] = useState('');
  const [error, setError] = useState<DictationError | null>(null);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => () => running.current?.dispose(), []);
  const stop = useCallback(() => running.current?.dispose(), []);
  const start = (): void => {
    if (dictation === null) return;
    setError(null);
    setListening(true);
    running.current = dictation.start({
      language,
      onText: (text) => latest.current(text),
      onInterim: setInterim,
      onEnd(reason) {
        running.current = null;
        setListening(false);
        setInterim('');
        setError(reason);
      },
    });
  };
  return { isListening, interim, error, toggle: isListening ? stop : start, stop };
}
