import { defineExtension } from '#core';

/** Registers nothing: its manifest names nothing, because nothing is exchanged yet. */
export const extension = defineExtension({ id: 'cloud-sync', activate: () => undefined });
