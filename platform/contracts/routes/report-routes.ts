/** Reports of a study, in versions. */
export const reportRoutes = {};
