import { defineTexts } from '#foundation';

/** Texts of the live connection. */
export const liveTexts = defineTexts('live', {
  title: 'The live connection to the server is interrupted',
  noBroker: 'The message broker is not connected.',
  notConfirmed: 'The message broker did not confirm the message.',
  next: 'Try again when the connection is restored.',
});
