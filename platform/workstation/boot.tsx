import { waitForFirstImage } from './early/boot-preload.ts';
import { startBootPreload } from './early/start-boot-preload.ts';

/** The program waits this long for a first picture, which it would hold up by being read. Milliseconds. */
const MAX_IMAGE_WAIT_MS = 600;

// The server answers while the program is fetched and read.
startBootPreload(window);
await waitForFirstImage(MAX_IMAGE_WAIT_MS);
const [{ createRoot }, { start }] = await Promise.all([
  import('react-dom/client'),
  import('./start/start.tsx'),
]);
const rootElement = document.getElementById('root');
if (rootElement === null) throw new Error('The page has no element with the id root');

await start(createRoot(rootElement));
