export { registerCoronalRoutes } from './register-coronal-routes.ts';
