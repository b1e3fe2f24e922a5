import { bootPreviews } from 'clockface:boot-previews';
import { createTokenStore } from '#core/light';
import { systemClock } from '#foundation';
import { setBootPreload } from './boot-preload.ts';
import { preloadModules } from './preload-modules.ts';
import { isStudyPage, preloadStudy } from './preload-study.ts';
import { PreloadedResponses } from './preloaded-responses.ts';
import { createPreviewContainer } from './preview-container.ts';
import { showName } from './show-name.ts';

/** Maximum lifetime of the boot preview in ms; removed afterwards in any case. */
const MAX_PREVIEW_MS = 20_000;
/**
 * Maximum delay of the program in ms, because parsing it would delay the images; a slow machine
 * draws the whole volume within this time.
 */
const MAX_PROGRAM_DELAY_MS = 1_600;

/**
 * Starts the preload and the boot preview of the study in the address. Resolves when the program
 * should load: at once without a study or token, else when the preview is complete or after 1.6 s.
 */
export async function startBootPreload(page: Window): Promise<void> {
  const responses = new PreloadedResponses({ baseUrl: page.location.href });
  const controller = new AbortController();
  const { signal } = controller;
  let container: HTMLElement | null = null;
  const endPreview = (): void => {
    controller.abort();
    container?.remove();
    container = null;
  };
  const end = (): void => {
    endPreview();
    responses.drop();
  };
  setBootPreload({ responses, end });
  endWithAddressOrSession(page, end, signal);
  setTimeout(end, MAX_PREVIEW_MS);
  const delayOver = new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_PROGRAM_DELAY_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const preloaded = preloadStudy({
    responses,
    hash: page.location.hash,
    storage: page.localStorage,
    clock: systemClock,
    previewLoaders: bootPreviews.map((preview) => ({
      ...preview,
      load: () => {
        preloadModules(page.document, preview.id);
        return preview.load();
      },
    })),
    signal,
    delayOver,
    end: endPreview,
    createPreviewContainer() {
      container ??= createPreviewContainer(page.document);
      page.document.body.append(container);
      return container;
    },
    showName: (patient, study) => showName(page.document, patient, study, signal),
    // biome-ignore lint/suspicious/noConsole: the log of the browser is its console
    log: (detail) => console.info('The boot preview failed', { detail }),
  });
  const hasToken = createTokenStore(page.localStorage).get() !== null;
  if (!isStudyPage(page.location.hash) || !hasToken) return;
  await Promise.race([preloaded, delayOver]);
  preloadModules(page.document);
}

/** Ends the preload on a change of address and when the session changes in another tab. */
function endWithAddressOrSession(page: Window, end: () => void, signal: AbortSignal): void {
  const tokens = createTokenStore(page.localStorage);
  const initialToken = tokens.get();
  page.addEventListener('hashchange', end, { once: true });
  const endIfTokenChanged = (): void => {
    if (tokens.get() !== initialToken) end();
  };
  page.addEventListener('storage', endIfTokenChanged, { signal });
}
