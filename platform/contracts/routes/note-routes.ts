/** Notes on patients, studies and findings. */
export const noteRoutes = {};
