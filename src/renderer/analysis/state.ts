import type { FindResult } from '../../shared/analysis/analysis'
import { slice } from '../slice'
import { loadWatched, type WatchedExpressions } from './watched'

/** Two commits that are compared. */
export interface Comparing {
  a: string
  b: string
}

/** The comparison, the search and the watched expressions of this window. Only the watched expressions are saved, on this machine and by campaign. */
export interface AnalysisState {
  comparing?: Comparing | undefined
  /** The commit to compare, while the user selects the other one. */
  choosing?: string | undefined
  finding: boolean
  question: string
  result?: FindResult | undefined
  watched: WatchedExpressions
}

/** The slice of the store, with the saved watched expressions. */
export const useAnalysis = slice<AnalysisState>('analysis', { finding: false, question: '', watched: loadWatched() }, ({ watched }) => ({
  finding: false,
  question: '',
  watched
}))
