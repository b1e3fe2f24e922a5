import type { DeveloperAnswer, DeveloperFail } from '#contracts';
import type { About } from './attempts/device-voice.ts';
import type { Scene } from './attempts/scene.ts';

/**
 * Developer mode: lets the driver fail, and says what became of the command. Nothing of the kind
 * reaches a driver where the site's configuration does not have developer mode on.
 */
export function actFail(
  { driver, voice, log }: Pick<Scene, 'driver' | 'voice' | 'log'>,
  about: About,
  { id, fault }: DeveloperFail,
  developerMode: boolean,
): void {
  const answer = answerOf();
  log.log('info', 'A fault was asked for', { ...fault, answer });
  voice.developer(about, { commandId: id, answer });

  function answerOf(): DeveloperAnswer {
    if (!developerMode) return 'DeveloperModeIsOff';
    if (driver.failAt === undefined) return 'DeviceCannotFail';
    driver.failAt(fault);
    return 'Accepted';
  }
}
