export { registerFileRoutes } from './register-file-routes.ts';
export { sweepStore } from './sweep-store.ts';
