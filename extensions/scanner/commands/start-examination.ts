import { idSchema } from '#contracts';
import type { CommandDefinition } from '#core';
import { fail, ok } from '#foundation';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { invalidArguments } from './no-arguments.ts';
import { type CommandServices, canControl } from './services.ts';

export interface StartExaminationArgs {
  readonly patientId: string;
}

/** Opens the prescan page for a patient. */
export function startExaminationCommand(
  services: CommandServices,
): CommandDefinition<StartExaminationArgs> {
  return {
    id: 'scanner.start-examination',
    undo: 'none',
    validate(args) {
      const { patientId } = (args ?? {}) as Record<string, unknown>;
      const parsed = idSchema.safeParse(patientId);
      if (parsed.success) return ok({ patientId: parsed.data });
      return fail(
        invalidArguments(
          scanStateTexts.invalidArguments.noId('patientId', JSON.stringify(patientId)),
        ),
      );
    },
    enabled: () => canControl(services),
    run: ({ patientId }) => services.navigation.go(`/prescan-info?patient=${patientId}`),
  };
}
