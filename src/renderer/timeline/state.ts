import { slice } from '../slice'
import type { BeatSearch } from './search-hits'

/** A dialog about branches: the new name of one, or those that were deleted, or one to go to. */
export type BranchDialog = { rename: string } | 'deleted' | 'find'

interface TimelineState {
  finding?: BeatSearch
  branchDialog?: BranchDialog
}

/** The search of beats, while it is open, and the dialog about branches that is. */
export const useTimeline = slice<TimelineState>('timeline', {})
