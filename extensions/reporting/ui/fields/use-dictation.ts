import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ReportLanguage } from '#contracts';
import type { Disposable } from '#foundation';
import type { Dictation, DictationError } from '../../state/dictation.ts';

export interface FieldDictation {
  readonly isListening: boolean;
  /** The phrase that is being recognised; '' without one. */
  readonly interim: string;
  readonly error: DictationError | null;
  toggle(): void;
  stop(): void;
}

interface DictatedField {
  readonly language: ReportLanguage;
  /** Element with the text area. */
  readonly field: RefObject<HTMLElement | null>;
}

/** Dictation into a field; ends with the field, and when a dialog takes the focus. */
export function useDictation(
  dictation: Dictation | null,
  { language, field }: DictatedField,
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
  useEffect(() => {
    if (!isListening) return undefined;
    const onFocus = ({ target }: FocusEvent): void => {
      if (isInOtherDialog(target, field.current)) stop();
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [isListening, stop, field]);
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

/** Returns whether an element lies in a dialog that does not contain the field. */
function isInOtherDialog(target: EventTarget | null, field: HTMLElement | null): boolean {
  const dialog =
    target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;
  return dialog !== null && !dialog.contains(field);
}
