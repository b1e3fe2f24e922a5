/** Pattern of a desktop window's id: base64url of the SHA-256 of a secret held by the shell. */
export const DESKTOP_CLIENT_ID = /^[A-Za-z0-9_-]{43}$/;

/** MQTT user names of the two ends of a desktop connection. */
export const desktopUsers = {
  /** The page in that window, authenticated by its session. */
  window: (clientId: string) => `session:${clientId}`,
  /** The shell, authenticated by its secret. */
  shell: (clientId: string) => `desktop:${clientId}`,
} as const;
