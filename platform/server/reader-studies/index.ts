export { registerReaderStudyRoutes } from './register-reader-study-routes.ts';
