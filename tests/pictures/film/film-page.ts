import type { FilmSize } from './encode-film.ts';
import type { FilmFrame } from './film-recorder.ts';

/** A frame as the page of the encoder gets it; `url` is a PNG as a data address. */
export type DrawnFrame = Omit<FilmFrame, 'png'> & { readonly url: string };

/** The part of a frame that differs from the frame before. */
export interface ChangedPart {
  readonly base64: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    film: FilmPage;
  }
}

const WEBP_QUALITY = 0.72;
const WEBM_BITS_PER_SECOND = 2_500_000;
const FRAMES_PER_SECOND = 15;
const CAPTION_FONT = '500 22px Inter, system-ui, sans-serif';
const POINTER_RADIUS = 11;
/** Outline of an arrow whose tip is at 0, 0; px. */
const ARROW = [
  [0, 0],
  [0, 21],
  [5, 16],
  [9, 24],
  [12, 22.5],
  [8.5, 15],
  [15, 15],
] as const;

/** Draws the frames of a film and encodes them; runs in the page of the encoder. */
class FilmPage {
  readonly #canvas = document.createElement('canvas');
  #size: FilmSize = { width: 0, height: 0, captionHeight: 0 };
  #before: Uint32Array | null = null;
  #recorder: MediaRecorder | null = null;
  readonly #recorded: Blob[] = [];

  open(size: FilmSize): void {
    this.#size = size;
    this.#canvas.width = size.width;
    this.#canvas.height = size.height + size.captionHeight;
    document.body.replaceChildren(this.#canvas);
  }

  /** Null where nothing differs from the frame before. */
  async encodeChange(frame: DrawnFrame): Promise<ChangedPart | null> {
    await this.#draw(frame);
    const { width, height } = this.#canvas;
    const { data } = this.#context.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(data.buffer);
    const part = changedBox(this.#before, pixels, width);
    this.#before = pixels;
    return part === null ? null : { ...part, base64: await this.#webpOf(part) };
  }

  startRecording(): void {
    const stream = this.#canvas.captureStream(FRAMES_PER_SECOND);
    const mimeType = 'video/webm;codecs=vp9';
    const options = { mimeType, videoBitsPerSecond: WEBM_BITS_PER_SECOND };
    this.#recorder = new MediaRecorder(stream, options);
    this.#recorder.ondataavailable = ({ data }) => this.#recorded.push(data);
    this.#recorder.start();
  }

  async showFor(frame: DrawnFrame): Promise<void> {
    const end = performance.now() + frame.durationMs;
    await this.#draw(frame);
    await new Promise((done) => setTimeout(done, Math.max(0, end - performance.now())));
  }

  async stopRecording(): Promise<string> {
    const recorder = this.#recorder;
    if (recorder === null) throw new Error('Nothing is recorded');
    const stopped = new Promise((done) => {
      recorder.onstop = done;
    });
    recorder.stop();
    await stopped;
    return base64Of(new Blob(this.#recorded));
  }

  get #context(): CanvasRenderingContext2D {
    const context = this.#canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error('The browser has no canvas');
    return context;
  }

  async #draw({ url, pointer, isPressed, caption }: DrawnFrame): Promise<void> {
    const image = new Image();
    image.src = url;
    await image.decode();
    const context = this.#context;
    const { width, height, captionHeight } = this.#size;
    context.drawImage(image, 0, 0, width, height);
    drawPointer(context, pointer.x, pointer.y, isPressed);
    context.fillStyle = '#0b0f14';
    context.fillRect(0, height, width, captionHeight);
    context.fillStyle = '#e8edf2';
    context.font = CAPTION_FONT;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(caption, width / 2, height + captionHeight / 2, width - 40);
  }

  async #webpOf({ left, top, width, height }: Omit<ChangedPart, 'base64'>): Promise<string> {
    const part = new OffscreenCanvas(width, height);
    const context = part.getContext('2d', { alpha: false });
    context?.drawImage(this.#canvas, left, top, width, height, 0, 0, width, height);
    return base64Of(await part.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY }));
  }
}

function drawPointer(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  isPressed: boolean,
): void {
  if (isPressed) {
    context.beginPath();
    context.arc(x, y, POINTER_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = 'rgb(90 160 255 / 45%)';
    context.fill();
  }
  context.beginPath();
  for (const [dx, dy] of ARROW) context.lineTo(x + dx, y + dy);
  context.closePath();
  context.fillStyle = '#ffffff';
  context.strokeStyle = '#000000';
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
}

/** Returns the box around all differing pixels, with an even corner; null without a difference. */
function changedBox(
  before: Uint32Array | null,
  pixels: Uint32Array,
  width: number,
): Omit<ChangedPart, 'base64'> | null {
  if (before === null) return { left: 0, top: 0, width, height: pixels.length / width };
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === before[i]) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = Math.max(bottom, y + 1);
  }
  if (right === 0) return null;
  left -= left % 2;
  top -= top % 2;
  return { left, top, width: right - left, height: bottom - top };
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

window.film = new FilmPage();
