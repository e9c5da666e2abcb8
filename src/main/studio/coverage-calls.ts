import type { CoverageCalls } from '../../shared/contract/coverage-calls'
import type { Desk } from './desk'
import { withProgress } from '../work/with-progress'

/** The calls about coverage. */
export const coverageCalls = ({ current }: Desk): CoverageCalls => ({
  coverage: (span, stop) => withProgress((tell) => current().campaign.coverage.report(span, tell, stop))
})
