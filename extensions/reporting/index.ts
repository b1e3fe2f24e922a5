import { defineExtension } from '#core';

/** Registers nothing: its manifest names nothing, because reports are not written yet. */
export const extension = defineExtension({ id: 'reporting', activate: () => undefined });
