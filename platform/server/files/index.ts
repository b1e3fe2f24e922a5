export { sweepDownloads } from './downloads/downloads.ts';
export { registerFileRoutes } from './register-file-routes.ts';
export { type ScrubReport, scrubStore } from './scrub-store.ts';
export { sweepStore } from './sweep-store.ts';
export { sweepUploads } from './uploads/sweep-uploads.ts';
