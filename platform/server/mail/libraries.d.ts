/** Declares the used part of nodemailer, which ships no types. */
declare module 'nodemailer' {
  interface MailOptions {
    readonly from: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly date: Date;
    readonly messageId: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly disableFileAccess: boolean;
    readonly disableUrlAccess: boolean;
  }
  export interface Transport {
    /** `message` is the complete message when the transport only composes. */
    sendMail(mail: MailOptions): Promise<{ readonly message?: Buffer }>;
    close(): void;
  }
  export function createTransport(options: Readonly<Record<string, unknown>>): Transport;
}
