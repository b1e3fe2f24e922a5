import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { animatedWebp, type WebpFrame } from './animated-webp.ts';
import type { DrawnFrame } from './film-page.ts';
import type { FilmFrame } from './film-recorder.ts';

export interface FilmSize {
  /** Size of the pictures of the page, px. */
  readonly width: number;
  readonly height: number;
  /** Height of the caption below them, px. */
  readonly captionHeight: number;
}

export interface Film {
  readonly webp: Uint8Array;
  readonly webm: Uint8Array;
  readonly seconds: number;
}

/**
 * Encodes a film as animated WebP, which pages of repositories show, and as WebM in real time. The
 * browser encodes both, because it has the codecs and no other encoder is installed.
 */
export async function encodeFilm(
  browser: Browser,
  size: FilmSize,
  frames: readonly FilmFrame[],
): Promise<Film> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  try {
    await page.setContent('<!doctype html><canvas></canvas>');
    await page.addScriptTag({ content: await filmPageScript() });
    await page.evaluate((given) => window.film.open(given), size);
    const webpFrames = await encodeWebp(page, frames);
    const webm = await encodeWebm(page, frames);
    const { width, height, captionHeight } = size;
    return {
      webp: animatedWebp(width, height + captionHeight, webpFrames),
      webm,
      seconds: frames.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
    };
  } finally {
    await page.close();
  }
}

/** Encodes of each frame only the part that differs; a frame without a difference adds its time. */
async function encodeWebp(page: Page, frames: readonly FilmFrame[]): Promise<WebpFrame[]> {
  const encoded: WebpFrame[] = [];
  for (const frame of frames) {
    const part = await page.evaluate((given) => window.film.encodeChange(given), drawn(frame));
    const last = encoded.at(-1);
    if (part !== null) {
      const { base64, ...place } = part;
      const webp = new Uint8Array(Buffer.from(base64, 'base64'));
      encoded.push({ ...place, webp, durationMs: frame.durationMs });
    } else if (last !== undefined) {
      encoded[encoded.length - 1] = { ...last, durationMs: last.durationMs + frame.durationMs };
    }
  }
  return encoded;
}

async function encodeWebm(page: Page, frames: readonly FilmFrame[]): Promise<Uint8Array> {
  await page.evaluate(() => window.film.startRecording());
  for (const frame of frames) {
    await page.evaluate((given) => window.film.showFor(given), drawn(frame));
  }
  const base64 = await page.evaluate(() => window.film.stopRecording());
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function drawn({ png, pointer, isPressed, caption, durationMs }: FilmFrame): DrawnFrame {
  const url = `data:image/png;base64,${readFileSync(png).toString('base64')}`;
  return { url, pointer, isPressed, caption, durationMs };
}

async function filmPageScript(): Promise<string> {
  const entry = new URL('film-page.ts', import.meta.url).pathname;
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false });
  return outputFiles[0]?.text ?? '';
}
