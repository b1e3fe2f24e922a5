export { purgeDownloads } from './downloads/downloads.ts';
export { registerFileRoutes } from './register-file-routes.ts';
export { type ScrubReport, scrubStore } from './scrub-store.ts';
export { purgeStore } from './sweep-store.ts';
export { purgeUploads } from './uploads/sweep-uploads.ts';
