import { startBootPreload } from './early/start-boot-preload.ts';
import { loadLocale } from './locale/load-locale.ts';

// Requests the study first. Modules with texts run only after their translation has loaded.
const preloaded = startBootPreload(window);
await Promise.all([preloaded, loadLocale(window)]);
const [{ createRoot }, { start }] = await Promise.all([
  import('react-dom/client'),
  import('./start/start.tsx'),
]);
const rootElement = document.getElementById('root');
if (rootElement === null) throw new Error('The page has no element with the id root');

await start(createRoot(rootElement));
