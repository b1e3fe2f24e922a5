/** One message to one person. */
export interface Message {
  /** Of the row it was made from; the same for every attempt, so that doubles can be told. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text, lines ended by \n. */
  readonly text: string;
  readonly at: Date;
}

/** `reason` is for logs and rows: no address, no word of the message. */
export type SendOutcome =
  | { readonly sent: true }
  | {
      readonly sent: false;
      readonly reason: string;
      /** Trying again makes no sense. */
      readonly permanent: boolean;
    };

/** Hands messages over; one that is sent is with the other side for good. Never throws. */
export interface MailSender {
  send(message: Message): Promise<SendOutcome>;
  close(): void;
}
