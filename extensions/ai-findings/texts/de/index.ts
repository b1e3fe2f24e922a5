import { aiFindings } from './ai-texts.ts';
import { engines } from './engine-texts.ts';
import { evaluation } from './evaluation-texts.ts';
import { segmentFrame } from './frame-segment-texts.ts';
import { frameSegmentation } from './frame-segmentation-texts.ts';
import { jobPhases, jobProblems } from './job-texts.ts';
import { segment } from './segment-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  'ai-findings': aiFindings,
  'ai-segment': segment,
  'ai-segment-frame': segmentFrame,
  'ai-engines': engines,
  'ai-evaluation': evaluation,
  'frame-segmentation': frameSegmentation,
  'job-phases': jobPhases,
  'server-problems': jobProblems,
};
