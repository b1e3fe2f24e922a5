export {
  type PriorFinding,
  type ReportContext,
  type ReportFinding,
  type ReportPrior,
  type ReportScan,
  type Side,
  sideOf,
} from './report-context.ts';
