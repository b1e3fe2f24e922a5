export { registerEvaluationRoutes } from './register-evaluation-routes.ts';
