import type { routes } from '#contracts';
import type { RouteCases } from './route-case.ts';

export const reportCases: RouteCases<typeof routes> = {};
