export { createActivationCode } from './organizations/activation-codes.ts';
export { registerOperationRoutes } from './register-operation-routes.ts';
export { runDueJobs, startScheduler } from './schedules/run-due-jobs.ts';
