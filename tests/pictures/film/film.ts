import { rmSync, writeFileSync } from 'node:fs';
import { buildWeb } from '../../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../../e2e/support/product/browser.ts';
import { startProduct, testSite } from '../../e2e/support/product/product.ts';
import { createTestRecords } from '../../e2e/support/reading/test-records.ts';
import { finishedScans } from '../reading.ts';
import { encodeFilm } from './encode-film.ts';
import { FilmRecorder } from './film-recorder.ts';
import { readCase } from './film-story.ts';

const FOLDER = 'docs/pictures';
/** Single images of the film, which stay for inspection and are not part of the repository. */
const FRAMES_FOLDER = 'test-results/film';
const SIZE = { width: 1280, height: 720, captionHeight: 64 };

/** Draws the film of a case: `film.webp` for the README, `film.webm` to pause and to seek. */
export async function drawFilm(): Promise<void> {
  await buildWeb({ production: true });
  rmSync(FRAMES_FOLDER, { recursive: true, force: true });
  const demonstration = { enabled: true, scans: true, patients: 1, findings: false };
  const product = await startProduct(testSite({ demonstration }));
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    const scans = await finishedScans(records);
    const { page } = await visit(browser, SIZE.width, SIZE.height);
    await signIn(page, product.url, 'physician');
    await page.goto(`${product.url}/#/study-list`);
    const recorder = new FilmRecorder(page, FRAMES_FOLDER);
    await readCase(recorder, records, scans);
    const film = await encodeFilm(browser, SIZE, recorder.frames);
    writeFileSync(`${FOLDER}/film.webp`, film.webp);
    writeFileSync(`${FOLDER}/film.webm`, film.webm);
    console.log(`${FOLDER}/film.webp ${film.webp.length} bytes, ${film.seconds} s`);
    console.log(`${FOLDER}/film.webm ${film.webm.length} bytes`);
  } finally {
    await browser.close();
    await product.stop();
  }
}
