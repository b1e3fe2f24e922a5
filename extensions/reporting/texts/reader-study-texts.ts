import { defineTexts, plural } from '#foundation';

const cases = (count: number): string => plural(count, 'case', 'cases');

/** Texts of the reader studies for their readers. */
export const readerStudyTexts = defineTexts('reader-study', {
  sides: { R: 'Right breast', L: 'Left breast' },
  arms: { WITHOUT_AI: 'Without AI', WITH_AI: 'With AI' },
  page: {
    loading: 'Loading the reader studies',
    empty: 'No reader study is assigned to you. An administrator creates reader studies.',
    intro: (open: string) =>
      `${open} opens the next case in the reading page and starts its timer. Rate each breast and each of your findings, then complete the case.`,
    progress: (name: string) => `Progress of ${name}`,
    done: (completed: number, total: number) => `${completed} of ${cases(total)} completed`,
    skipped: (count: number) => `${count} skipped`,
    session: (session: number, sessions: number) => `Session ${session} of ${sessions}`,
    opensAt: (session: number, when: string) => `Session ${session} opens on ${when}`,
    finished: 'No case is left to read. Thank you.',
    noReturn: 'A completed case can’t be opened again.',
    isOpen: (position: number) => `Case ${position} is open`,
    continue: 'Continue',
    continueWith: (name: string) => `Continue ${name}`,
    otherOpen: 'Complete the open case of the other reader study first.',
    reopen: 'Open the last case again',
    reopenOf: (name: string) => `Open the last case of ${name} again`,
  },
  panel: {
    position: (position: number, total: number) => `Case ${position} of ${total}`,
    timer: 'Time of this case',
    paused: 'paused',
    breast: (side: string) => `${side}: BI-RADS category`,
    suspicion: 'Suspicion',
    suspicionOf: (name: string) => `Suspicion of ${name}, 0 to 100`,
    scale: '0 definitely benign, 100 definitely malignant',
    notSet: 'not set',
    outside: (value: number) => `${value} is outside 0 to 100. Enter 0 to 100.`,
    findings: 'Your findings',
    noFindings: 'No findings. Mark each suspicious lesion with a tool.',
    finding: (label: number, side: string) => `Finding ${label}, ${side}`,
    missing: (count: number) => `${plural(count, 'rating is', 'ratings are')} missing`,
    saving: 'Your findings are being saved',
    complete: 'Complete case',
    completed: 'Case completed. This was the last one for now.',
    kept: 'Ratings are kept on this computer until you complete the case or sign out.',
    leave: 'Leave case',
    leaveTitle: 'Leave this case without a rating?',
    leaveSkips:
      'The case is skipped: you can’t open it again, and it has no rating. The time counts.',
    leaveContinues: 'You can continue the case later. Your findings stay, and the time counts.',
    noReturn: 'After completion you can’t open this case again.',
  },
});
