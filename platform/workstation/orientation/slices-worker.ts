import { slicesOfFile } from './slices-of-file.ts';

globalThis.addEventListener('message', async ({ data }: MessageEvent<File>) => {
  try {
    globalThis.postMessage(await slicesOfFile(new Uint8Array(await data.arrayBuffer())));
  } catch {
    // The file has been moved or is too large for the memory of the page; the form has dropdowns.
    globalThis.postMessage(null);
  }
});
