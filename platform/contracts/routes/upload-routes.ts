/** Resumable uploads, and tokens that open one download. */
export const uploadRoutes = {};
