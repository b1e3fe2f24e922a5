/**
 * English texts of the letter to the patient. `{breasts}` follows 'in'. A text can have several
 * paragraphs, separated by an empty line.
 */
export const englishLetter = {
  subject: 'Result of your breast ultrasound on {date}',
  subjectUndated: 'Result of your breast ultrasound',
  salutation: 'Dear {patient},',
  opening:
    'On {date} we examined you with ultrasound. A doctor has looked at your images. This letter explains the result in plain words.',
  openingUndated:
    'We examined you with ultrasound. A doctor has looked at your images. This letter explains the result in plain words.',
  B0: 'The images of your examination do not show everything yet. In {breasts} one area needs a closer look. This happens often. It does not mean that something is wrong.',
  B0Next:
    'We would like to take more images, or compare them with your earlier ones. Please make an appointment with us. After that you get the final result.',
  B1: 'In {breasts} we saw nothing unusual.',
  B1Next: 'You do not need any treatment. Please keep going to your usual check-ups.',
  B2: 'In {breasts} we saw a change that is harmless. It is not cancer, and it needs no treatment.',
  B2Next: 'Please keep going to your usual check-ups.',
  B3: 'In {breasts} we saw a change that is very likely harmless. To be sure, we would like to look at it again.',
  B3Next:
    'A check-up with ultrasound shows whether the change stays the same. Please come to this check-up, even if you feel well.',
  B4: 'In {breasts} we saw a change that images alone cannot explain. It may be harmless, or it may need treatment. Only a sample of tissue can show what it is.',
  B4Next:
    'We recommend taking a small sample of tissue. The area is numbed first, and you can usually go home on the same day. Please make an appointment within the next days. We will explain every step to you in person.',
  B5: 'In {breasts} we saw a change that needs to be examined soon. The images give us reason for concern. Only a sample of tissue can show what it is.',
  B5Next:
    'We recommend taking a small sample of tissue soon. Please call us within the next days for an appointment. We will explain every step to you in person, and you can bring someone with you.',
  B6: 'In {breasts} we examined again the illness that you already know about. Your treatment team gets all images and the full report.',
  B6Next: 'Your treatment team will discuss the next steps with you.',
  nextMri:
    'We also recommend images in an MRI scanner. It works with a magnet, not with X-rays. Please ask us for an appointment.',
  nextMammography:
    'We also recommend X-ray images of the breast (mammography). Please ask us for an appointment.',
  nextUltrasound:
    'We also recommend another examination with ultrasound. Please ask us for an appointment.',
  densityDense:
    'Your breast tissue is dense. This is common and normal. Dense tissue can make changes harder to see on X-ray images. Please ask your doctor which examinations are right for you.',
  densityOther: 'Your breast tissue is not dense. This makes changes easier to see on images.',
  followUp: 'The next check-up is planned for {followUp}.',
  contact:
    'Do you have questions? We are happy to answer them: {contact}. You can also ask your doctor.',
  contactUnknown: 'Do you have questions? Please ask us or your doctor.',
  selfCare:
    'If you notice something new in your breasts, please do not wait for the next appointment. Make one right away.',
  closing: 'Kind regards',
};

/** Texts of a letter by their id. */
export type LetterTexts = typeof englishLetter;

/** Words that fill placeholders of the letter. */
export const englishLetterWords = {
  locale: 'en-GB',
  breasts: { R: 'your right breast', L: 'your left breast', B: 'both breasts' },
  /** Replaces the name of a referring doctor that the record does not have. */
  doctor: 'your doctor',
};

export type LetterWords = typeof englishLetterWords;
