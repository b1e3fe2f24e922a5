export { registerFollowUpRoutes } from './register-follow-up-routes.ts';
