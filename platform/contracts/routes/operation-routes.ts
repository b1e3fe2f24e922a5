/** Device settings, organizations, system, schedules, attachments, preferences, logs. */
export const operationRoutes = {};
