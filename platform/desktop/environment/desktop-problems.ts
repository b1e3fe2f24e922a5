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
    'No browser was found that can show the window',
    `Looked for ${searched.join(', ')}.`,
    'Install Chromium, Google Chrome or Microsoft Edge, or name its program in CLOCKFACE_CHROMIUM.',
  );

export const browserFailed = (detail: string): Problem =>
  problem(
    'BROWSER_FAILED',
    'The browser did not open a window',
    detail,
    'Read the log of the desktop; another browser may be named in CLOCKFACE_CHROMIUM.',
  );

export const addressInvalid = (name: string, value: string): Problem =>
  problem(
    'ADDRESS_INVALID',
    'The address of the server is wrong',
    `${name} is ${JSON.stringify(value)}.`,
    'Give CLOCKFACE_URL as http(s)://host:port, CLOCKFACE_PORT as a number from 0 to 65535.',
  );

export const serverUnreachable = (url: string): Problem =>
  problem(
    'SERVER_AWAY',
    'The server does not answer',
    `${url} is not ready, and is no address at which a server can be started here.`,
    'Start it there, or see that this machine reaches it.',
  );

export const deviceInvalid = (file: string, detail: string): Problem =>
  problem(
    'DEVICE_INVALID',
    'The scan service of this machine can not be started',
    `${file}: ${detail}`,
    'Correct device and extensions in the file, or take device out of it.',
  );

export const serverFailed = (detail: string): Problem =>
  problem(
    'SERVER_FAILED',
    'The server did not start',
    detail,
    'Read what it said above, and the log of the desktop.',
  );

export const instanceUnresponsive = (detail: string): Problem =>
  problem(
    'INSTANCE_SILENT',
    'The desktop that runs does not answer',
    detail,
    'Close its window, and start again.',
  );

export const runtimeFolderUnsafe = (folder: string): Problem =>
  problem(
    'RUNTIME_FOLDER_UNSAFE',
    'The folder for the socket of the desktop is not safe',
    `${folder} is not a folder that you alone can open.`,
    'Remove it, or name a safe one in XDG_RUNTIME_DIR.',
  );
