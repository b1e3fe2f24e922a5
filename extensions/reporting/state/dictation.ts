import type { ReportLanguage } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';

/** Part of the Web Speech API that dictation uses. */
export interface SpeechRecogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: SpeechResults) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  /** Ends without further results. */
  abort(): void;
}

export interface SpeechResults {
  /** Index of the first changed result. */
  readonly resultIndex: number;
  readonly results: ArrayLike<
    ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }
  >;
}

/** Why dictation ended by itself. */
export type DictationError =
  | 'not-allowed'
  | 'no-microphone'
  | 'no-speech'
  | 'network'
  | 'language'
  | 'other';

const ERRORS: Readonly<Record<string, DictationError>> = {
  'not-allowed': 'not-allowed',
  'service-not-allowed': 'not-allowed',
  'audio-capture': 'no-microphone',
  'no-speech': 'no-speech',
  network: 'network',
  'language-not-supported': 'language',
};

const LOCALES: Readonly<Record<ReportLanguage, string>> = { en: 'en-GB', de: 'de-DE' };

interface DictationTarget {
  readonly language: ReportLanguage;
  /** Receives each recognised phrase. */
  onText(text: string): void;
  /** Receives the phrase while it is being recognised; '' without one. */
  onInterim(text: string): void;
  /** Called once at the end; null if the reader or another field ended it. */
  onEnd(error: DictationError | null): void;
}

/** Dictation into one field at a time. */
export interface Dictation {
  /** Starts, which ends dictation into another field; disposing ends it. */
  start(target: DictationTarget): Disposable;
}

/** Constructor of a recogniser under its standard name, or that of Chromium and Safari. */
interface SpeechScope {
  readonly SpeechRecognition?: new () => SpeechRecogniser;
  readonly webkitSpeechRecognition?: new () => SpeechRecogniser;
}

/** Returns dictation by the browser's recogniser; null if the browser has none. */
export function browserDictation(scope: object): Dictation | null {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as SpeechScope;
  const Recogniser = SpeechRecognition ?? webkitSpeechRecognition;
  return Recogniser === undefined ? null : createDictation(() => new Recogniser());
}

export function createDictation(createRecogniser: () => SpeechRecogniser): Dictation {
  let current: Disposable | null = null;
  return {
    start(target) {
      current?.dispose();
      const running = recognise(createRecogniser(), target);
      current = running;
      return running;
    },
  };
}

function recognise(recogniser: SpeechRecogniser, target: DictationTarget): Disposable {
  let isEnded = false;
  const end = (error: DictationError | null): void => {
    if (isEnded) return;
    isEnded = true;
    recogniser.abort();
    target.onEnd(error);
  };
  Object.assign(recogniser, {
    lang: LOCALES[target.language],
    continuous: true,
    interimResults: true,
  });
  recogniser.onresult = (event) => {
    if (!isEnded) readResults(event, target);
  };
  recogniser.onerror = ({ error }) => end(error === 'aborted' ? null : (ERRORS[error] ?? 'other'));
  recogniser.onend = () => end(null);
  try {
    recogniser.start();
  } catch {
    // A recogniser that is still busy throws.
    queueMicrotask(() => end('other'));
  }
  return toDisposable(() => end(null));
}

function readResults(
  { results, resultIndex }: SpeechResults,
  { onText, onInterim }: DictationTarget,
): void {
  const interim: string[] = [];
  for (const result of Array.from(results).slice(resultIndex)) {
    const phrase = result[0]?.transcript.trim() ?? '';
    if (phrase === '') continue;
    if (result.isFinal) onText(phrase);
    else interim.push(phrase);
  }
  onInterim(interim.join(' '));
}
