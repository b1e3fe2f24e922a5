import { type Problem, problem } from '#foundation';

export function configUnreadable(file: string, detail: string): Problem {
  return problem(
    'SITE_CONFIG_UNREADABLE',
    'The site configuration could not be read',
    `${file}: ${detail}`,
    'Set CLOCKFACE_CONFIG to an existing JSON file, or remove the variable to use the default.',
  );
}

export function configInvalid(file: string, detail: string): Problem {
  return problem(
    'SITE_CONFIG_INVALID',
    'The site configuration is invalid',
    `${file}: ${detail}`,
    'Correct the named entries and start again.',
  );
}

export function environmentInvalid(detail: string): Problem {
  return problem(
    'SITE_ENVIRONMENT_INVALID',
    'A switch of the environment is invalid',
    detail,
    'Correct or remove the variable and start again.',
  );
}

export function manifestInvalid(extension: string, detail: string): Problem {
  return problem(
    'MANIFEST_INVALID',
    `The manifest of ${extension} is invalid`,
    detail,
    'The extension stays off until its manifest.json is correct.',
    extension,
  );
}

export function thirdPartyRejected(code: string, name: string, detail: string): Problem {
  return problem(
    code,
    `The third-party extension ${name} was rejected`,
    detail,
    'Correct its folder or its entry in the site configuration, then start again.',
    name,
  );
}

export function settingsInvalid(extension: string, detail: string): Problem {
  return problem(
    'EXTENSION_SETTINGS_INVALID',
    `The settings of ${extension} are invalid`,
    detail,
    'Its server part stays off until the site configuration is correct.',
    extension,
  );
}

export function entryPointFailed(extension: string, detail: string): Problem {
  return problem(
    'EXTENSION_SERVER_FAILED',
    `The server part of ${extension} could not be started`,
    detail,
    'Everything else works. Switch the extension off, or repair it.',
    extension,
  );
}
