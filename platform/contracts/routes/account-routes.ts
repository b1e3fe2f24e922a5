/** Accounts: what administrators do, and what people do for themselves before they are signed in. */
export const accountRoutes = {};
