import { describe, expect, it } from 'vitest';
import {
  browserDictation,
  createDictation,
  type DictationError,
  type SpeechRecogniser,
  type SpeechResults,
} from './dictation.ts';

class FakeRecogniser implements SpeechRecogniser {
  lang = '';
  continuous = false;
  interimResults = false;
  onresult: SpeechRecogniser['onresult'] = null;
  onerror: SpeechRecogniser['onerror'] = null;
  onend: SpeechRecogniser['onend'] = null;
  state = 'idle';

  start(): void {
    this.state = 'started';
  }

  abort(): void {
    this.state = 'ended';
    this.onend?.();
  }
}

type Phrase = readonly [text: string, isFinal: boolean];

const resultsOf = (phrases: readonly Phrase[], resultIndex = 0): SpeechResults => ({
  resultIndex,
  results: phrases.map(([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal })),
});

function createHarness() {
  const recognisers: FakeRecogniser[] = [];
  const dictation = createDictation(() => {
    const recogniser = new FakeRecogniser();
    recognisers.push(recogniser);
    return recogniser;
  });
  const texts: string[] = [];
  const interim: string[] = [];
  const ends: (DictationError | null)[] = [];
  const target = {
    language: 'de',
    onText: (text: string) => void texts.push(text),
    onInterim: (text: string) => void interim.push(text),
    onEnd: (error: DictationError | null) => void ends.push(error),
  } as const;
  return { dictation, recognisers, texts, interim, ends, target };
}

describe('dictation', () => {
  it('recognises in the language of the report and passes on final phrases', () => {
    const { dictation, recognisers, texts, interim, target } = createHarness();
    dictation.start(target);
    const [recogniser] = recognisers;
    expect(recogniser).toMatchObject({ lang: 'de-DE', continuous: true, state: 'started' });
    recogniser!.onresult?.(resultsOf([['Glatt', false]]));
    recogniser!.onresult?.(resultsOf([[' Glatt begrenzt ', true]]));
    recogniser!.onresult?.(
      resultsOf(
        [
          ['Glatt begrenzt', true],
          ['oval', true],
          ['und', false],
        ],
        1,
      ),
    );
    expect(texts).toEqual(['Glatt begrenzt', 'oval']);
    expect(interim).toEqual(['Glatt', '', 'und']);
  });

  it('ends once when disposed, and drops later results', () => {
    const { dictation, recognisers, texts, ends, target } = createHarness();
    const running = dictation.start(target);
    running.dispose();
    running.dispose();
    recognisers[0]!.onresult?.(resultsOf([['late', true]]));
    expect(recognisers[0]!.state).toBe('ended');
    expect([texts, ends]).toEqual([[], [null]]);
  });

  it('ends in one field when it starts in another', () => {
    const { dictation, recognisers, ends, target } = createHarness();
    dictation.start(target);
    dictation.start(target);
    expect(recognisers.map(({ state }) => state)).toEqual(['ended', 'started']);
    expect(ends).toEqual([null]);
  });

  it.each([
    ['not-allowed', 'not-allowed'],
    ['service-not-allowed', 'not-allowed'],
    ['audio-capture', 'no-microphone'],
    ['no-speech', 'no-speech'],
    ['network', 'network'],
    ['language-not-supported', 'language'],
    ['bad-grammar', 'other'],
    ['aborted', null],
  ])('ends with the error %s as %s', (error, expected) => {
    const { dictation, recognisers, ends, target } = createHarness();
    dictation.start(target);
    recognisers[0]!.onerror?.({ error });
    expect(ends).toEqual([expected]);
  });

  it('reports a recogniser that can’t start', async () => {
    const { ends, target } = createHarness();
    const recogniser = new FakeRecogniser();
    recogniser.start = () => {
      throw new Error('busy');
    };
    createDictation(() => recogniser).start(target);
    await Promise.resolve();
    expect(ends).toEqual(['other']);
  });
});

describe('browserDictation', () => {
  it('is null in a browser without speech recognition', () => {
    expect(browserDictation({})).toBeNull();
    expect(browserDictation({ SpeechRecognition: FakeRecogniser })).not.toBeNull();
    expect(browserDictation({ webkitSpeechRecognition: FakeRecogniser })).not.toBeNull();
  });
});
