import { defineExtension } from '#core';

/** Registers nothing: its manifest names nothing, because there is no model in it yet. */
export const extension = defineExtension({ id: 'ai-findings', activate: () => undefined });
