import { act } from 'react';
import { createDictation, type Dictation, type SpeechRecogniser } from '../dictation.ts';

/** A recogniser of tests, which recognises what `say` gets. */
interface FakeRecogniser extends SpeechRecogniser {
  say(text: string): Promise<void>;
}

/** Creates dictation over a recogniser of tests. */
export function fakeRecogniser(): {
  readonly recogniser: FakeRecogniser;
  readonly dictation: Dictation;
} {
  const recogniser: FakeRecogniser = {
    lang: '',
    continuous: false,
    interimResults: false,
    onresult: null,
    onerror: null,
    onend: null,
    start: () => undefined,
    abort: () => undefined,
    say: (transcript) =>
      act(async () => {
        const result = Object.assign([{ transcript }], { isFinal: true });
        recogniser.onresult?.({ resultIndex: 0, results: [result] });
      }),
  };
  return { recogniser, dictation: createDictation(() => recogniser) };
}
