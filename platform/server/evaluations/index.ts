export { frocOfScans } from './compute/evaluate-scans.ts';
export type { EvaluatedLesion, EvaluatedScan } from './compute/evaluated-scan.ts';
export { placeOfFinding } from './compute/lesion-of.ts';
export { registerEvaluationRoutes } from './register-evaluation-routes.ts';
