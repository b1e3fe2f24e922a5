/** Entry point with the contracts of the sign-in page, without the schema library. */
export { DESKTOP_CLIENT_ID } from './desktop.ts';
export { isLoopbackName, type LinkCredentials, splitLinkCredentials } from './external-link.ts';
