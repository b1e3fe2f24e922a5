/** Names one window of the desktop: base64url of the SHA-256 of a secret that its shell has. */
export const DESKTOP_CLIENT_ID = /^[A-Za-z0-9_-]{43}$/;

/** User names on the live link of the desktop's two ends. */
export const desktopUsers = {
  /** The page: a session, in the window of that name. */
  window: (clientId: string) => `session:${clientId}`,
  /** The shell; its password is the secret. */
  shell: (clientId: string) => `desktop:${clientId}`,
} as const;
