import { waitForFirstImage } from './early/boot-preload.ts';
import { startBootPreload } from './early/start-boot-preload.ts';

/** Maximum wait for the first image in ms, because parsing the program would delay the image. */
const MAX_IMAGE_WAIT_MS = 600;

// Starts the server requests while the program is fetched and parsed.
startBootPreload(window);
await waitForFirstImage(MAX_IMAGE_WAIT_MS);
const [{ createRoot }, { start }] = await Promise.all([
  import('react-dom/client'),
  import('./start/start.tsx'),
]);
const rootElement = document.getElementById('root');
if (rootElement === null) throw new Error('The page has no element with the id root');

await start(createRoot(rootElement));
