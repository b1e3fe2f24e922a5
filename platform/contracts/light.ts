/** The light door: what the sign-in page needs of the contracts, without the schema library. */
export { DESKTOP_CLIENT_ID } from './desktop.ts';
export { isLoopbackName, type LinkCredentials, splitLinkCredentials } from './external-link.ts';
