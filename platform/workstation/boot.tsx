import { beginEarly } from './early/early.ts';
import { firstPicture } from './early/early-hold.ts';

/** The program waits this long for a first picture, which it would hold up by being read. Milliseconds. */
const PICTURE_FIRST_MS = 600;

// The server answers while the program is fetched and read.
beginEarly(window);
await firstPicture(PICTURE_FIRST_MS);
const [{ createRoot }, { start }] = await Promise.all([
  import('react-dom/client'),
  import('./start/start.tsx'),
]);
const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element with the id root');

await start(createRoot(place));
