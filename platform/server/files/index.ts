export { purgeDownloads } from './downloads/downloads.ts';
export { purgeStore } from './purge-store.ts';
export { purgeThumbnails } from './purge-thumbnails.ts';
export { registerFileRoutes } from './register-file-routes.ts';
export { type ScrubReport, scrubStore } from './scrub-store.ts';
export { purgeUploads } from './uploads/purge-uploads.ts';
