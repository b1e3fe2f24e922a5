import { firstLooks } from 'clockface:first-looks';
import { createTokenStore } from '#core/light';
import { systemClock } from '#foundation';
import { EarlyAnswers } from './early-answers.ts';
import { holdEarly } from './early-hold.ts';
import { makePlace } from './first-place.ts';
import { isOfStudy, openEarly } from './open-early.ts';
import { preloadParts } from './preload-parts.ts';

/** Whatever the program does or does not do by then: what was shown first gives way. Milliseconds. */
const LONGEST_MS = 20_000;
/** What follows the first picture may keep the program back for so long. Milliseconds. */
const HELD_BACK_MS = 1_000;

/** Asks for the study in the address, and shows what can be shown of it, while the program comes. */
export function beginEarly(page: Window): void {
  const answers = new EarlyAnswers({ baseUrl: page.location.href });
  const over = new AbortController();
  const goOn = Promise.withResolvers<void>();
  let patience: ReturnType<typeof setTimeout> | undefined;
  let place: HTMLElement | null = null;
  const endLook = (): void => {
    over.abort();
    place?.remove();
    place = null;
    goOn.resolve();
  };
  const end = (): void => {
    endLook();
    answers.drop();
  };
  const firstPicture = (limitMs: number): Promise<void> => {
    patience = setTimeout(goOn.resolve, limitMs);
    return goOn.promise;
  };
  if (isOfStudy(page.location.hash) && createTokenStore(page.localStorage).get() !== null) {
    // Before the pictures they would take their connections and their processor.
    void goOn.promise.then(() => preloadParts(page.document));
  } else goOn.resolve();
  const shown = (until: Promise<unknown> = Promise.resolve()): void => {
    clearTimeout(patience);
    setTimeout(goOn.resolve, HELD_BACK_MS);
    until.then(() => goOn.resolve(), goOn.resolve);
  };
  holdEarly({ answers, end, firstPicture });
  endWithAddressOrSession(page, end, over.signal);
  setTimeout(end, LONGEST_MS);
  const doors = firstLooks.map(({ id, load }) => ({
    id,
    load: () => {
      preloadParts(page.document, id);
      return load();
    },
  }));
  openEarly({
    answers,
    hash: page.location.hash,
    storage: page.localStorage,
    clock: systemClock,
    doors,
    signal: over.signal,
    goOn: goOn.promise,
    shown,
    end: endLook,
    makePlace() {
      place ??= makePlace(page.document);
      page.document.body.append(place);
      return place;
    },
    name(patient, study) {
      import('./first-name.ts').then(
        ({ showName }) => showName(page.document, patient, study, over.signal),
        () => undefined,
      );
    },
    // biome-ignore lint/suspicious/noConsole: the console is where the browser's log goes
    log: (detail) => console.info('Nothing was shown early', { detail }),
    // Where nothing is shown, nobody waits for it.
  }).finally(() => place === null && goOn.resolve());
}

/** Another study or page, and the end of the session in another tab. */
function endWithAddressOrSession(page: Window, end: () => void, signal: AbortSignal): void {
  const tokens = createTokenStore(page.localStorage);
  const before = tokens.get();
  page.addEventListener('hashchange', end, { once: true });
  page.addEventListener('storage', () => tokens.get() !== before && end(), { signal });
}
