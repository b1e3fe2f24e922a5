import type { routes } from '#contracts';
import type { RouteCases } from './route-case.ts';

export const auditCases: RouteCases<typeof routes> = {};
