import { bootPreviews } from 'clockface:boot-previews';
import { createTokenStore } from '#core/light';
import { systemClock } from '#foundation';
import { setBootPreload } from './boot-preload.ts';
import { preloadModules } from './preload-modules.ts';
import { isStudyPage, preloadStudy } from './preload-study.ts';
import { PreloadedResponses } from './preloaded-responses.ts';
import { createPreviewContainer } from './preview-container.ts';

/** Maximum lifetime of the boot preview in ms; removed afterwards in any case. */
const MAX_PREVIEW_MS = 20_000;
/** Maximum delay of the program start after the first image, in ms. */
const MAX_START_DELAY_MS = 1_000;

/** Starts the preload and the boot preview of the study in the address while the program loads. */
export function startBootPreload(page: Window): void {
  const responses = new PreloadedResponses({ baseUrl: page.location.href });
  const controller = new AbortController();
  const previewSettled = Promise.withResolvers<void>();
  let waitTimer: ReturnType<typeof setTimeout> | undefined;
  let container: HTMLElement | null = null;
  const endPreview = (): void => {
    controller.abort();
    container?.remove();
    container = null;
    previewSettled.resolve();
  };
  const end = (): void => {
    endPreview();
    responses.drop();
  };
  const waitForFirstImage = (limitMs: number): Promise<void> => {
    waitTimer = setTimeout(previewSettled.resolve, limitMs);
    return previewSettled.promise;
  };
  if (isStudyPage(page.location.hash) && createTokenStore(page.localStorage).get() !== null) {
    // Loads the modules after the images, because both compete for connections and CPU.
    void previewSettled.promise.then(() => preloadModules(page.document));
  } else previewSettled.resolve();
  const shown = (until: Promise<unknown> = Promise.resolve()): void => {
    clearTimeout(waitTimer);
    setTimeout(previewSettled.resolve, MAX_START_DELAY_MS);
    until.then(() => previewSettled.resolve(), previewSettled.resolve);
  };
  setBootPreload({ responses, end, waitForFirstImage });
  endWithAddressOrSession(page, end, controller.signal);
  setTimeout(end, MAX_PREVIEW_MS);
  const previewLoaders = bootPreviews.map(({ id, load }) => ({
    id,
    load: () => {
      preloadModules(page.document, id);
      return load();
    },
  }));
  preloadStudy({
    responses,
    hash: page.location.hash,
    storage: page.localStorage,
    clock: systemClock,
    previewLoaders,
    signal: controller.signal,
    previewSettled: previewSettled.promise,
    shown,
    end: endPreview,
    createPreviewContainer() {
      container ??= createPreviewContainer(page.document);
      page.document.body.append(container);
      return container;
    },
    name(patient, study) {
      import('./show-name.ts').then(
        ({ showName }) => showName(page.document, patient, study, controller.signal),
        () => undefined,
      );
    },
    // biome-ignore lint/suspicious/noConsole: the log of the browser is its console
    log: (detail) => console.info('Nothing was shown early', { detail }),
    // Ends the wait when nothing is shown.
  }).finally(() => container === null && previewSettled.resolve());
}

/** Ends the preload on a change of address and when the session changes in another tab. */
function endWithAddressOrSession(page: Window, end: () => void, signal: AbortSignal): void {
  const tokens = createTokenStore(page.localStorage);
  const before = tokens.get();
  page.addEventListener('hashchange', end, { once: true });
  page.addEventListener('storage', () => tokens.get() !== before && end(), { signal });
}
