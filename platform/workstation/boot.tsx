import { createRoot } from 'react-dom/client';
import { start } from './start/start.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element with the id root');

await start(createRoot(place));
