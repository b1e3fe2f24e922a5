import { type Problem, problem } from '#foundation';

export const usage = (detail: string): Problem =>
  problem(
    'ARGUMENTS_INVALID',
    'The desktop was not started',
    detail,
    'Use: npm run desktop -- [--register | --unregister | LINK]',
  );

export const noBrowser = (searched: readonly string[]): Problem =>
  problem(
    'NO_BROWSER',
    'No browser found for the window',
    `Looked for ${searched.join(', ')}.`,
    'Install Chromium, Google Chrome or Microsoft Edge, or set CLOCKFACE_CHROMIUM to the path of a browser.',
  );

export const browserFailed = (detail: string): Problem =>
  problem(
    'BROWSER_FAILED',
    'The browser did not open a window',
    detail,
    'Read the desktop log, or set CLOCKFACE_CHROMIUM to the path of another browser.',
  );

export const addressInvalid = (name: string, value: string): Problem =>
  problem(
    'ADDRESS_INVALID',
    'The server address is invalid',
    `${name} is ${JSON.stringify(value)}.`,
    'Set CLOCKFACE_URL to http(s)://host:port, or CLOCKFACE_PORT to a number from 0 to 65535.',
  );

export const serverUnreachable = (url: string): Problem =>
  problem(
    'SERVER_AWAY',
    'The server does not respond',
    `${url} is not ready, and this computer cannot start a server at that address.`,
    'Start the server there, or check the network connection.',
  );

export const deviceInvalid = (file: string, detail: string): Problem =>
  problem(
    'DEVICE_INVALID',
    'The scan service of this computer could not be started',
    `${file}: ${detail}`,
    'Correct "device" and "extensions" in the file, or remove "device".',
  );

export const serverFailed = (detail: string): Problem =>
  problem(
    'SERVER_FAILED',
    'The server did not start',
    detail,
    'Read the server output above and the desktop log.',
  );

export const instanceUnresponsive = (detail: string): Problem =>
  problem(
    'INSTANCE_SILENT',
    'The running desktop does not respond',
    detail,
    'Close its window and start again.',
  );

export const runtimeFolderUnsafe = (folder: string): Problem =>
  problem(
    'RUNTIME_FOLDER_UNSAFE',
    'The folder for the desktop socket is not safe',
    `Other users can access ${folder}, or it is not a folder.`,
    'Remove it, or set XDG_RUNTIME_DIR to a private folder.',
  );
